import { isLoopback } from '../../../protocol/safe-url.ts'
import type { CheckContext } from '../check-context.ts'
import { displayBytes, displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { allowsOrigin, cachingOf, corsHeader, headerLine, headerOf } from '../http/answer.ts'
import type { PackageFacts } from '../package-facts.ts'
import { fitsIntegrity, hashOf, type LoadedScript } from '../page/loaded-scripts.ts'
import type { Page } from '../page/page.ts'

const compress = 'Content-Encoding: br, or gzip, by the server or the proxy in front of it'

const say = says('script', {
  'script-no-integrity': {
    warning: 'The script comes from another origin, which can change it without notice',
    change: '{right}',
  },
  'script-integrity-unreadable': {
    warning: 'The `integrity` contains no hash that browsers know, so they check nothing',
    change: '{right}',
  },
  'script-integrity': {
    problem: 'Browsers block the script: its `integrity` belongs to another file',
    change: '{right}',
  },
  'script-integrity-fits': { fine: 'The `integrity` matches the script' },
  'script-integrity-stable-name': {
    warning: 'The `integrity` matches now, but not after the next version, because the name stays the same',
    change: 'Use the file with its version in the name (payin-checkout-….js), or remove `integrity`.',
    see: 'element',
  },
  'script-no-crossorigin': {
    problem: 'Browsers block the script: `integrity` on another origin needs `crossorigin`',
    change: 'crossorigin="anonymous"',
  },
  'script-no-cors': {
    problem: 'Browsers block the script: its server does not allow this page',
    change: `${corsHeader}: *`,
  },
  'script-kept': { fine: 'Browsers cache the script, which has its version in the name', see: 'element' },
  'script-not-kept': {
    warning: 'The script never changes under this name, but browsers do not cache it',
    change: 'Cache-Control: public, max-age=31536000, immutable',
    see: 'element',
  },
  'script-asked': {
    fine: 'Browsers revalidate the script, which has no version in the name',
    see: 'element',
  },
  'script-kept-too-long': {
    problem:
      'Browsers cache the script, which has no version in the name, so shoppers get the next version late',
    change: 'Cache-Control: no-cache',
    see: 'element',
  },
  'script-kept-unasked': {
    warning: 'Browsers may cache the script for a while, and then its language files do not fit',
    change: 'Cache-Control: no-cache',
    see: 'element',
  },
  'script-compressed': { fine: 'The script is compressed' },
  'script-compression-unknown': {
    unknown: 'The script is not compressed on this machine. A proxy in front of it may do so',
    change: compress,
  },
  'script-not-compressed': {
    warning: 'The script is not compressed, so shoppers download three times as much',
    change: compress,
  },
})

/** Checks whether `integrity` and `crossorigin` of the tag allow the script. */
export const scriptIntegrity = (script: LoadedScript, { page, facts }: CheckContext): Found => [
  hash(script, page, facts),
  cors(script, page),
]

/**
 * The right attribute. Never suggest the hash of the served file unless it is one of ours: an attacker may have replaced
 * that file.
 */
function rightOf({ url }: LoadedScript, { hashes }: PackageFacts): string {
  const ours = hashes[url.pathname.split('/').pop() ?? '']
  return ours === undefined
    ? 'integrity="…" from integrity.json of the version that you installed; do not compute it from the file that is served now'
    : `integrity="${ours}" crossorigin="anonymous", and the file with that hash`
}

function hash(script: LoadedScript, page: Page, facts: PackageFacts): Found {
  const { element, version, url, answer } = script
  const integrity = element.attributes.get('integrity')?.trim() ?? ''
  const right = rightOf(script, facts)
  const line = element.line === null ? '' : `line ${element.line}: `
  if (integrity === '') {
    if (url.origin === page.url.origin) return null
    const named = 'Use the file with its version in the name, and add `integrity`.'
    const gaps = { right: version === null ? named : right }
    return say('script-no-integrity', `${line}${displayUrl(url)}`, gaps)
  }
  const seen = `${line}integrity="${displayText(integrity)}"`
  const fits = fitsIntegrity(integrity, answer.body)
  if (fits === null) return say('script-integrity-unreadable', seen, { right })
  if (!fits) return say('script-integrity', `${seen}, and the file is ${hashOf(answer.body)}`, { right })
  return version === null ? say('script-integrity-stable-name', seen) : say('script-integrity-fits')
}

function cors({ element: { attributes }, url, answer }: LoadedScript, page: Page): Found {
  if (url.origin === page.url.origin) return null
  const isAsked = attributes.has('crossorigin') || attributes.get('type') === 'module'
  if (!isAsked) return Boolean(attributes.get('integrity')) && say('script-no-crossorigin', displayUrl(url))
  return !allowsOrigin(answer, page.url) && say('script-no-cors', headerLine(answer, corsHeader))
}

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
