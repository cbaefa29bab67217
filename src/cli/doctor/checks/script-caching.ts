import { isLoopback } from '../../../protocol/safe-url.ts'
import type { Check } from '../check-context.ts'
import { displayBytes, displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { cachingOf, headerOf } from '../http/answer.ts'
import { type LoadedScript, loadedScripts } from '../page/loaded-scripts.ts'

/** Checks how long browsers cache the script, and whether it is compressed. */
export const scriptCaching: Check = {
  area: 'Script',
  async find(context) {
    return (await loadedScripts(context)).flatMap((script) => [kept(script), size(script)])
  },
}

const dayS = 86_400

function kept({ url, version, answer }: LoadedScript): Finding {
  const caching = cachingOf(answer)
  const written = headerOf(answer, 'cache-control')
  const seen = `${displayUrl(url)}: ${written === null ? 'no Cache-Control' : `Cache-Control: ${displayText(written)}`}`
  const asksEachTime = caching.has('no-cache') || caching.has('no-store')
  const keepsS = asksEachTime ? 0 : Number(caching.get('max-age') ?? 0)
  if (version !== null) {
    if (keepsS >= 30 * dayS)
      return fine('script-kept', 'Browsers cache the script, which has its version in the name', {
        seen,
        see: 'element',
      })
    return warning(
      'script-not-kept',
      'The script never changes under this name, but browsers do not cache it',
      {
        seen,
        change: 'Cache-Control: public, max-age=31536000, immutable',
        see: 'element',
      },
    )
  }
  const asksAgain = asksEachTime || (caching.get('max-age') === '0' && !caching.has('immutable'))
  if (asksAgain)
    return fine('script-asked', 'Browsers revalidate the script, which has no version in the name', {
      seen,
      see: 'element',
    })
  const details = { seen, change: 'Cache-Control: no-cache', see: 'element' } as const
  return caching.has('immutable') || keepsS > dayS
    ? problem(
        'script-kept-too-long',
        'Browsers cache the script, which has no version in the name, so shoppers get the next version late',
        details,
      )
    : warning(
        'script-kept-unasked',
        'Browsers may cache the script for a while, and then its language files do not fit',
        details,
      )
}

function size({ url, answer }: LoadedScript): Finding {
  const encoding = headerOf(answer, 'content-encoding')
  if (encoding !== null) {
    return fine('script-compressed', 'The script is compressed', {
      seen: `Content-Encoding: ${displayText(encoding)}`,
      see: 'script',
    })
  }
  const seen = `${displayUrl(url)}: ${displayBytes(answer.body.length)}, no Content-Encoding`
  const change = 'Content-Encoding: br, or gzip, by the server or the proxy in front of it'
  return isLoopback(url.hostname)
    ? unknown(
        'script-compression-unknown',
        'The script is not compressed on this machine. A proxy in front of it may do so',
        { seen, change, see: 'script' },
      )
    : warning(
        'script-not-compressed',
        'The script is not compressed, so shoppers download three times as much',
        {
          seen,
          change,
          see: 'script',
        },
      )
}
