import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { type Answer, headerOf, isAnswer, isNotAsked, jsonOf, typeOf } from '../http/answer.ts'
import { parseIntegrity } from '../package-facts.ts'
import { headersFor, runningScripts } from '../page/loaded-scripts.ts'
import { hashOf } from '../page/script-bytes.ts'
import type { WidgetScript } from '../page/widget.ts'

/** Checks whether the script can be loaded as JavaScript and is an unchanged build. */
export const scriptFile: Check = {
  area: 'Script',
  async find(context) {
    const found: Finding[] = []
    for (const script of runningScripts(context.page)) found.push(...(await fileOf(context, script)))
    return found
  },
}

async function fileOf(context: CheckContext, script: WidgetScript): Promise<Finding[]> {
  const { url } = script
  const name = displayUrl(url)
  const result = await context.get(url, headersFor(context.page, url))
  if (isNotAsked(result)) return []
  if (!isAnswer(result)) {
    return [
      problem('script-unreachable', 'The script cannot be loaded', {
        seen: `${name} ${result.why}`,
        change: srcLine,
        see: 'script',
      }),
    ]
  }
  const { status } = result
  if (status >= 300 && status < 400) {
    const location = headerOf(result, 'location') ?? ''
    return [
      warning(
        'script-redirects',
        'The script’s address redirects, but its language files are loaded from beside the first address',
        {
          seen: `${name} (${status}) → ${displayText(location)}`,
          change: `src="${displayText(location)}"`,
          see: 'script',
        },
      ),
    ]
  }
  if (status !== 200 || result.cut) {
    const seen = result.cut ? `${name}: ${result.cut}` : `${name} answers ${status}`
    return [
      problem('script-unreachable', 'The script cannot be loaded', { seen, change: srcLine, see: 'script' }),
    ]
  }
  return [
    ...type(name, result),
    ...(typeOf(result) === 'text/html' ? [] : await build(context, script, result)),
  ]
}

const srcLine = '<script src="…"> must name the file that `npm run build` writes to dist/payin-checkout.js.'

const javascript = /^(text|application)\/(x-)?(java|ecma)script(1\.\d)?$|^text\/(livescript|jscript)$/

function type(name: string, answer: Answer): Finding[] {
  const found = typeOf(answer)
  const written = headerOf(answer, 'content-type')
  if (javascript.test(found)) {
    return [
      fine('script-type', 'The script has a JavaScript type', {
        seen: displayText(written ?? ''),
        see: 'script',
      }),
    ]
  }
  const seen = `${name}: ${written === null ? 'no Content-Type' : `Content-Type: ${displayText(written)}`}`
  if (found === 'text/html') {
    return [
      problem(
        'script-is-html',
        'The script’s address returns a page: the server answers every address with it',
        {
          seen,
          change:
            'Route /payin-checkout*.js and /locales/* to the files, before the rule that answers everything else.',
          see: 'server',
        },
      ),
    ]
  }
  const isStrict = headerOf(answer, 'x-content-type-options')?.trim().toLowerCase() === 'nosniff'
  const details = { seen, change: 'Content-Type: text/javascript; charset=utf-8', see: 'script' } as const
  return [
    isStrict
      ? problem(
          'script-content-type',
          'Browsers block the script: its type is wrong, and nosniff is set',
          details,
        )
      : warning('script-content-type', 'The script has a wrong content type', details),
  ]
}

/** Identifies the build by its version, by the integrity.json next to it, and by the hashes of this package. */
async function build(context: CheckContext, script: WidgetScript, answer: Answer): Promise<Finding[]> {
  const { url, version } = script
  const { facts } = context
  const [file = '', actual] = [url.pathname.split('/').pop(), hashOf(answer.body)]
  const beside = await context.get(new URL('integrity.json', url))
  const listed = isAnswer(beside) && beside.status === 200 ? parseIntegrity(jsonOf(beside)) : null
  const wanted = listed?.files[file]
  const found: Finding[] = version === null ? [] : [age(version, facts.version)]
  if (wanted !== undefined && wanted !== actual) {
    found.push(
      problem('script-other-build', 'The script is not the file that integrity.json next to it names', {
        seen: `${displayText(file)} is ${actual}`,
        change: 'Upload all files of one `npm run build`: the script, integrity.json and locales/.',
        see: 'script',
      }),
    )
  }
  const published = version === facts.version ? facts.hashes[file] : undefined
  if (published !== undefined && published !== actual && wanted === undefined) {
    found.push(
      warning(
        'script-changed',
        `The script is not the original of payin-checkout ${version}: somebody changed it`,
        {
          seen: `${actual} in place of ${published}`,
          change: 'Serve the file unchanged: no minifier, and no proxy that rewrites scripts.',
          see: 'script',
        },
      ),
    )
  }
  if (published === actual || Object.values(facts.hashes).includes(actual)) {
    found.push(
      fine('script-genuine', `The script is the original of payin-checkout ${facts.version}`, {
        see: 'script',
      }),
    )
  }
  return found
}

function age(version: string, ours: string): Finding {
  const difference = compare(version, ours)
  if (difference === 0)
    return fine('script-version', `The script has the version of this doctor, ${ours}`, { see: 'script' })
  return difference < 0
    ? warning(
        'script-old',
        `The script is version ${displayText(version, 20)}, and the current version is ${ours}`,
        {
          seen: `payin-checkout-${displayText(version, 20)}.js`,
          change: `src="/payin-checkout-${ours}.js" with the hash from its integrity.json`,
          see: 'script',
        },
      )
    : unknown('script-newer', `The script is version ${displayText(version, 20)}, newer than this doctor`, {
        change: 'npx payin-checkout@latest doctor …',
        see: 'script',
      })
}

/** Compares by the numbers, then by a pre-release part: 1.0.0-rc.1 comes before 1.0.0. */
function compare(a: string, b: string): number {
  const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < 3; i++) {
    const difference = (numbersA[i] ?? 0) - (numbersB[i] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(b.includes('-')) - Number(a.includes('-'))
}

const numbersOf = (version: string): number[] =>
  (version.split('-')[0] ?? '').split('.').map((part) => Number(part) || 0)
