import { z } from 'zod'
import type { CheckContext } from '../check-context.ts'
import { displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { allowsOrigin, corsHeader, headerLine, isAnswer, jsonOf } from '../http/answer.ts'
import { hashOf, headersFor, loadedScripts } from '../page/loaded-scripts.ts'
import { isEnglishOnly, payingElements } from '../page/widget.ts'

const index = z.record(z.string(), z.string())
/** Loading all 36 would burden a server in production. */
const maxLanguages = 3

const change = 'Put the folder dist/locales/ of the same version of the package next to the script.'
const say = says('element', {
  'languages-not-needed': { fine: 'The page is in English, which is built in', see: 'languages' },
  'languages-missing': {
    warning: 'The language files are not next to the script, so every shopper reads English',
    change,
  },
  'languages-no-cors': {
    warning: 'The server of the language files does not allow this page, so every shopper reads English',
    change: `${corsHeader}: *`,
  },
  'languages-other-build': {
    warning: 'The language files are from another build than the script, so the script refuses them',
    change,
  },
  'languages-unknown': { unknown: 'The script does not contain the hash of these language files', change },
  'languages-fit': {
    fine: 'The language files fit the script: {there} languages, {tried} of them were checked',
    see: 'languages',
  },
  'languages-broken': {
    warning: 'The script refuses some language files, so their shoppers read English',
    change,
  },
})

/** Checks whether the language files next to the script belong to it. */
export async function languages(context: CheckContext): Promise<Found> {
  const { page, facts } = context
  const [script] = await loadedScripts(context)
  if (!script) return null
  const url = new URL('locales/index.json', script.url)
  const result = await context.get(url, headersFor(page, url))
  const isThere = isAnswer(result) && result.status === 200 && !result.cut
  if (!isThere && isEnglishOnly(page)) return say('languages-not-needed')
  const missing = (how: string) => say('languages-missing', `${displayUrl(url)} ${how}`)
  if (!isAnswer(result)) return missing(result.why)
  if (!isThere) return missing(`answers ${result.cut ?? result.status}`)
  const read = index.safeParse(jsonOf(result)).data
  if (read === undefined) return missing('is not a JSON list of languages')
  if (!allowsOrigin(result, page.url)) return say('languages-no-cors', headerLine(result, corsHeader))
  const { body } = script.answer
  if (body.includes(hashOf(result.body))) return files(context, url, read)
  // A minifier may have changed how the hash is written. Our own script contains it verbatim.
  const isOurs = Object.values(facts.hashes).includes(hashOf(body))
  const hasHash = isOurs || /sha384-[\w+/]{64}/.test(body.toString('latin1'))
  const seen = `${displayUrl(url)} is ${hashOf(result.body)}`
  return say(hasHash ? 'languages-other-build' : 'languages-unknown', seen)
}

/** @param hashes those of the index, by language */
async function files(
  context: CheckContext,
  at: URL,
  hashes: Readonly<Record<string, string>>,
): Promise<Found> {
  const there = Object.keys(hashes).filter((tag) => hashes[tag]?.startsWith('sha') && /^[\w-]+$/.test(tag))
  const spoken = payingElements(context.page).flatMap(({ lang }) => {
    const base = lang?.split('-')[0] ?? ''
    return there.filter((tag) => tag === lang || tag === base)
  })
  const wrong: string[] = []
  const tried = [...new Set([...spoken.slice(0, maxLanguages), ...there])].slice(0, maxLanguages)
  for (const tag of tried) {
    const result = await context.get(new URL(`${tag}.json`, at), headersFor(context.page, at))
    if (!isAnswer(result)) wrong.push(`${tag}: ${result.why}`)
    else if (result.status !== 200) wrong.push(`${tag}: status ${result.status}`)
    else if (hashOf(result.body) !== hashes[tag]) wrong.push(`${tag}: another hash`)
  }
  if (wrong.length > 0) return say('languages-broken', wrong.join('; '))
  return say('languages-fit', tried.join(', '), { there: there.length, tried: tried.length })
}
