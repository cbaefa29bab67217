import { isLoopback } from '../../../protocol/safe-url.ts'
import { displayBytes, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { cachingOf, headerLine, headerOf } from '../http/answer.ts'
import type { LoadedScript } from '../page/loaded-scripts.ts'

const compress = 'Content-Encoding: br, or gzip, by the server or the proxy in front of it'

const say = says('element', {
  'script-kept': { fine: 'Browsers cache the script, which has its version in the name' },
  'script-not-kept': {
    warning: 'The script never changes under this name, but browsers do not cache it',
    change: 'Cache-Control: public, max-age=31536000, immutable',
  },
  'script-asked': { fine: 'Browsers revalidate the script, which has no version in the name' },
  'script-kept-too-long': {
    problem:
      'Browsers cache the script, which has no version in the name, so shoppers get the next version late',
    change: 'Cache-Control: no-cache',
  },
  'script-kept-unasked': {
    warning: 'Browsers may cache the script for a while, and then its language files do not fit',
    change: 'Cache-Control: no-cache',
  },
  'script-compressed': { fine: 'The script is compressed', see: 'script' },
  'script-compression-unknown': {
    unknown: 'The script is not compressed on this machine. A proxy in front of it may do so',
    change: compress,
    see: 'script',
  },
  'script-not-compressed': {
    warning: 'The script is not compressed, so shoppers download three times as much',
    change: compress,
    see: 'script',
  },
})

/** Checks how long browsers cache the script, and whether it is compressed. */
export const scriptCaching = (script: LoadedScript): Found => [kept(script), size(script)]

const dayS = 86_400

function kept({ url, version, answer }: LoadedScript): Found {
  const caching = cachingOf(answer)
  const seen = `${displayUrl(url)}: ${headerLine(answer, 'Cache-Control')}`
  const asksEachTime = caching.has('no-cache') || caching.has('no-store')
  const keepsS = asksEachTime ? 0 : Number(caching.get('max-age') ?? 0)
  if (version !== null) return say(keepsS >= 30 * dayS ? 'script-kept' : 'script-not-kept', seen)
  if (asksEachTime || (caching.get('max-age') === '0' && !caching.has('immutable')))
    return say('script-asked', seen)
  return say(caching.has('immutable') || keepsS > dayS ? 'script-kept-too-long' : 'script-kept-unasked', seen)
}

function size({ url, answer }: LoadedScript): Found {
  const line = headerLine(answer, 'Content-Encoding')
  if (headerOf(answer, 'content-encoding') !== null) return say('script-compressed', line)
  return say(
    isLoopback(url.hostname) ? 'script-compression-unknown' : 'script-not-compressed',
    `${displayUrl(url)}: ${displayBytes(answer.body.length)}, ${line}`,
  )
}
