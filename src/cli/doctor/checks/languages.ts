import { z } from 'zod'
import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, unknown, warning } from '../finding.ts'
import { type Answer, headerOf, isAnswer, jsonOf } from '../http/answer.ts'
import { headersFor, type LoadedScript, loadedScripts } from '../page/loaded-scripts.ts'
import { hashOf } from '../page/script-bytes.ts'
import { isEnglishOnly, payingElements } from '../page/widget.ts'

const index = z.record(z.string(), z.string())
/** Loading all 36 would burden a server in production. */
const maxLanguages = 3

/** Checks whether the language files next to the script belong to it. */
export const languages: Check = {
  area: 'Script',
  async find(context) {
    const [script] = await loadedScripts(context)
    return script ? checkIndex(context, script) : []
  },
}

const change = 'Put the folder locales/ of the same `npm run build` next to the script.'

async function checkIndex(context: CheckContext, script: LoadedScript): Promise<Finding[]> {
  const url = new URL('locales/index.json', script.url)
  const result = await context.get(url, headersFor(context.page, url))
  const isThere = isAnswer(result) && result.status === 200 && !result.cut
  const read = isThere ? index.safeParse(jsonOf(result)).data : undefined
  if (!isThere && isEnglishOnly(context.page)) {
    return [fine('languages-not-needed', 'The page is in English, which is built in', { see: 'languages' })]
  }
  if (!isThere || read === undefined) {
    const how = !isAnswer(result)
      ? result.why
      : isThere
        ? 'is not a JSON list of languages'
        : `answers ${result.cut ?? result.status}`
    const title = 'The language files are not next to the script, so every shopper reads English'
    return [
      warning('languages-missing', title, { seen: `${displayUrl(url)} ${how}`, change, see: 'element' }),
    ]
  }
  const refused = crossOrigin(context, result)
  if (refused) return [refused]
  if (!script.answer.body.includes(hashOf(result.body))) {
    // A minifier may have changed how the hash is written. Our own script contains it verbatim.
    const isOurs = Object.values(context.facts.hashes).includes(hashOf(script.answer.body))
    const details = { seen: `${displayUrl(url)} is ${hashOf(result.body)}`, change, see: 'element' } as const
    return isOurs || /sha384-[\w+/]{64}/.test(script.answer.body.toString('latin1'))
      ? [
          warning(
            'languages-other-build',
            'The language files are from another build than the script, so the script refuses them',
            details,
          ),
        ]
      : [
          unknown(
            'languages-unknown',
            'The script does not contain the hash of these language files',
            details,
          ),
        ]
  }
  return files(context, url, read)
}

function crossOrigin({ page }: CheckContext, answer: Answer): Finding | null {
  const allowed = headerOf(answer, 'access-control-allow-origin')
  if (answer.url.origin === page.url.origin || allowed === '*' || allowed === page.url.origin) return null
  return warning(
    'languages-no-cors',
    'The server of the language files does not allow this page, so every shopper reads English',
    {
      seen:
        allowed === null
          ? 'no Access-Control-Allow-Origin'
          : `Access-Control-Allow-Origin: ${displayText(allowed)}`,
      change: 'Access-Control-Allow-Origin: *',
      see: 'element',
    },
  )
}

async function files(
  context: CheckContext,
  at: URL,
  hashes: Readonly<Record<string, string>>,
): Promise<Finding[]> {
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
  if (wrong.length === 0) {
    const title = `The language files fit the script: ${there.length} languages, ${tried.length} of them were checked`
    return [fine('languages-fit', title, { seen: tried.join(', '), see: 'languages' })]
  }
  const title = 'The script refuses some language files, so their shoppers read English'
  return [warning('languages-broken', title, { seen: wrong.join('; '), change, see: 'element' })]
}
