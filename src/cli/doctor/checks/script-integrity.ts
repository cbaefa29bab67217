import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { headerOf } from '../http/answer.ts'
import type { PackageFacts } from '../package-facts.ts'
import { type LoadedScript, loadedScripts } from '../page/loaded-scripts.ts'
import type { Page } from '../page/page.ts'
import { fitsIntegrity, hashOf } from '../page/script-bytes.ts'

/** Whether the tag's `integrity` and `crossorigin` let the script in. */
export const scriptIntegrity: Check = {
  area: 'Script',
  async find(context) {
    const scripts = await loadedScripts(context)
    return scripts.flatMap((script) => [...hash(script, context), ...cors(script, context.page)])
  },
}

/**
 * The attribute as it should be. Never the hash of what is served now, unless it is known to be ours: who has put another
 * file there would be let in.
 */
function rightOf({ url }: LoadedScript, { hashes }: PackageFacts): string {
  const ours = hashes[url.pathname.split('/').pop() ?? '']
  return ours === undefined
    ? 'integrity="…" from integrity.json of the version that you installed; do not take it from the file that is served now'
    : `integrity="${ours}" crossorigin="anonymous", and the file of that hash`
}

function hash(script: LoadedScript, { page, facts }: CheckContext): Finding[] {
  const { element, version, url, answer } = script
  const integrity = element.attributes.get('integrity')?.trim() ?? ''
  const right = rightOf(script, facts)
  const line = element.line === null ? '' : `line ${element.line}: `
  if (integrity === '') {
    if (url.origin === page.url.origin) return []
    return [
      warning('script-no-integrity', 'The script comes from another origin and may change without you', {
        seen: `${line}${displayUrl(url)}`,
        change: version === null ? 'Name the file with its version, and its `integrity`.' : right,
        see: 'script',
      }),
    ]
  }
  const seen = `${line}integrity="${displayText(integrity)}"`
  const fits = fitsIntegrity(integrity, answer.body)
  if (fits === null) {
    const title = 'The `integrity` holds no hash that browsers know, so nothing is checked'
    return [warning('script-integrity-unreadable', title, { seen, change: right, see: 'script' })]
  }
  if (!fits) {
    const title = 'Browsers refuse the script: its `integrity` is of another file'
    const served = `${seen}, and the file is ${hashOf(answer.body)}`
    return [problem('script-integrity', title, { seen: served, change: right, see: 'script' })]
  }
  if (version !== null)
    return [fine('script-integrity-fits', 'The `integrity` fits the script', { see: 'script' })]
  return [
    warning(
      'script-integrity-stable-name',
      'The `integrity` fits now, and not after the next version: the name stays',
      {
        seen,
        change: 'Name the file with its version (payin-checkout-….js), or leave `integrity` out.',
        see: 'element',
      },
    ),
  ]
}

function cors({ element: { attributes }, url, answer }: LoadedScript, page: Page): Finding[] {
  if (url.origin === page.url.origin) return []
  const isAsked = attributes.has('crossorigin') || attributes.get('type') === 'module'
  if (!isAsked && attributes.get('integrity')) {
    return [
      problem(
        'script-no-crossorigin',
        'Browsers refuse the script: `integrity` on another origin needs `crossorigin`',
        {
          seen: displayUrl(url),
          change: 'crossorigin="anonymous"',
          see: 'script',
        },
      ),
    ]
  }
  const allowed = headerOf(answer, 'access-control-allow-origin')
  if (!isAsked || allowed === '*' || allowed === page.url.origin) return []
  return [
    problem('script-no-cors', 'Browsers refuse the script: its server does not allow this page', {
      seen:
        allowed === null
          ? 'no Access-Control-Allow-Origin'
          : `Access-Control-Allow-Origin: ${displayText(allowed)}`,
      change: 'Access-Control-Allow-Origin: *',
      see: 'script',
    }),
  ]
}
