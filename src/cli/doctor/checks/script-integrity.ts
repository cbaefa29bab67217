import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { headerOf } from '../http/answer.ts'
import type { PackageFacts } from '../package-facts.ts'
import { type LoadedScript, loadedScripts } from '../page/loaded-scripts.ts'
import type { Page } from '../page/page.ts'
import { fitsIntegrity, hashOf } from '../page/script-bytes.ts'

/** Checks whether `integrity` and `crossorigin` of the tag allow the script. */
export const scriptIntegrity: Check = {
  area: 'Script',
  async find(context) {
    const scripts = await loadedScripts(context)
    return scripts.flatMap((script) => [...hash(script, context), ...cors(script, context.page)])
  },
}

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

function hash(script: LoadedScript, { page, facts }: CheckContext): Finding[] {
  const { element, version, url, answer } = script
  const integrity = element.attributes.get('integrity')?.trim() ?? ''
  const right = rightOf(script, facts)
  const line = element.line === null ? '' : `line ${element.line}: `
  if (integrity === '') {
    if (url.origin === page.url.origin) return []
    return [
      warning(
        'script-no-integrity',
        'The script comes from another origin, which can change it without notice',
        {
          seen: `${line}${displayUrl(url)}`,
          change:
            version === null ? 'Use the file with its version in the name, and add `integrity`.' : right,
          see: 'script',
        },
      ),
    ]
  }
  const seen = `${line}integrity="${displayText(integrity)}"`
  const fits = fitsIntegrity(integrity, answer.body)
  if (fits === null) {
    const title = 'The `integrity` contains no hash that browsers know, so they check nothing'
    return [warning('script-integrity-unreadable', title, { seen, change: right, see: 'script' })]
  }
  if (!fits) {
    const title = 'Browsers block the script: its `integrity` belongs to another file'
    const served = `${seen}, and the file is ${hashOf(answer.body)}`
    return [problem('script-integrity', title, { seen: served, change: right, see: 'script' })]
  }
  if (version !== null)
    return [fine('script-integrity-fits', 'The `integrity` matches the script', { see: 'script' })]
  return [
    warning(
      'script-integrity-stable-name',
      'The `integrity` matches now, but not after the next version, because the name stays the same',
      {
        seen,
        change: 'Use the file with its version in the name (payin-checkout-….js), or remove `integrity`.',
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
        'Browsers block the script: `integrity` on another origin needs `crossorigin`',
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
    problem('script-no-cors', 'Browsers block the script: its server does not allow this page', {
      seen:
        allowed === null
          ? 'no Access-Control-Allow-Origin'
          : `Access-Control-Allow-Origin: ${displayText(allowed)}`,
      change: 'Access-Control-Allow-Origin: *',
      see: 'script',
    }),
  ]
}
