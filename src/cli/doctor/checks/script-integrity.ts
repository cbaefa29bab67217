import type { CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { allowsOrigin, corsHeader, headerLine } from '../http/answer.ts'
import type { PackageFacts } from '../package-facts.ts'
import type { LoadedScript } from '../page/loaded-scripts.ts'
import type { Page } from '../page/page.ts'
import { fitsIntegrity, hashOf } from '../page/script-bytes.ts'

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
