import type { CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import {
  type Answer,
  headerLine,
  headerOf,
  isAnswer,
  isNotAsked,
  isRedirect,
  jsonOf,
  policyValue,
  typeOf,
} from '../http/answer.ts'
import { parseIntegrity } from '../package-facts.ts'
import { hashOf, headersFor } from '../page/loaded-scripts.ts'
import type { WidgetScript } from '../page/widget.ts'

const textJavascript = 'Content-Type: text/javascript; charset=utf-8'

const say = says('script', {
  'script-unreachable': {
    problem: 'The script cannot be loaded',
    change:
      'src="/payin-checkout.js", where the merchant server has it, or the address at which you serve dist/payin-checkout.js of the package.',
  },
  'script-redirects': {
    warning:
      'The script’s address redirects, but its language files are loaded from beside the first address',
    change: 'src="{location}"',
  },
  'script-type': { fine: 'The script has a JavaScript type' },
  'script-is-html': {
    problem: 'The script’s address returns a page: the server answers every address with it',
    change:
      'Route /payin-checkout*.js and /locales/* to the files, before the rule that answers everything else.',
    see: 'server',
  },
  'script-content-type': { warning: 'The script has a wrong content type', change: textJavascript },
  'script-content-type-blocks': {
    id: 'script-content-type',
    problem: 'Browsers block the script: its type is wrong, and nosniff is set',
    change: textJavascript,
  },
  'script-version': { fine: 'The script has the version of this doctor, {ours}' },
  'script-old': {
    warning: 'The script is version {version}, and the current version is {ours}',
    change: 'src="/payin-checkout-{ours}.js" with the hash from its integrity.json',
  },
  'script-newer': {
    unknown: 'The script is version {version}, newer than this doctor',
    change: 'npx payin-checkout@latest doctor …',
  },
  'script-other-build': {
    problem: 'The script is not the file that integrity.json next to it names',
    change:
      'Upload all files of one version: payin-checkout.js, integrity.json and locales/ of the folder dist/ of the package.',
  },
  'script-changed': {
    warning: 'The script is not the original of payin-checkout {ours}: somebody changed it',
    change: 'Serve the file unchanged: no minifier, and no proxy that rewrites scripts.',
  },
  'script-genuine': { fine: 'The script is the original of payin-checkout {ours}' },
})

/** Checks whether the script can be loaded as JavaScript and is an unchanged build. */
export async function scriptFile(script: WidgetScript, context: CheckContext): Promise<Found> {
  const { url } = script
  const name = displayUrl(url)
  const result = await context.get(url, headersFor(context.page, url))
  if (isNotAsked(result)) return null
  if (!isAnswer(result)) return say('script-unreachable', `${name} ${result.why}`)
  const { status, cut } = result
  if (isRedirect(result)) {
    const location = displayText(headerOf(result, 'location') ?? '')
    return say('script-redirects', `${name} (${status}) → ${location}`, { location })
  }
  if (cut) return say('script-unreachable', `${name}: ${cut}`)
  if (status !== 200) return say('script-unreachable', `${name} answers ${status}`)
  return [type(name, result), typeOf(result) !== 'text/html' && (await build(context, script, result))]
}

const javascript = /^(text|application)\/(x-)?(java|ecma)script(1\.\d)?$|^text\/(livescript|jscript)$/

function type(name: string, answer: Answer): Found {
  const found = typeOf(answer)
  if (javascript.test(found)) return say('script-type', displayText(headerOf(answer, 'content-type') ?? ''))
  const seen = `${name}: ${headerLine(answer, 'Content-Type')}`
  if (found === 'text/html') return say('script-is-html', seen)
  const isStrict = policyValue(answer, 'x-content-type-options') === 'nosniff'
  return say(isStrict ? 'script-content-type-blocks' : 'script-content-type', seen)
}

/** Identifies the build by its version, by the integrity.json next to it, and by the hashes of this package. */
async function build(context: CheckContext, { url, version }: WidgetScript, answer: Answer): Promise<Found> {
  const { hashes, version: ours } = context.facts
  const [file = '', actual] = [url.pathname.split('/').pop(), hashOf(answer.body)]
  const beside = await context.get(new URL('integrity.json', url))
  const listed = isAnswer(beside) && beside.status === 200 ? parseIntegrity(jsonOf(beside)) : null
  const wanted = listed?.files[file]
  const published = version === ours ? hashes[file] : undefined
  const isChanged = published !== undefined && published !== actual && wanted === undefined
  return [
    version !== null && age(version, ours),
    wanted !== undefined &&
      wanted !== actual &&
      say('script-other-build', `${displayText(file)} is ${actual}`),
    isChanged && say('script-changed', `${actual} in place of ${published}`, { ours }),
    Object.values(hashes).includes(actual) && say('script-genuine', null, { ours }),
  ]
}

function age(written: string, ours: string): Found {
  const version = displayText(written, 20)
  const difference = compare(written, ours)
  if (difference === 0) return say('script-version', null, { ours })
  if (difference > 0) return say('script-newer', null, { version })
  return say('script-old', `payin-checkout-${version}.js`, { version, ours })
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
