import type { CheckContext, LiveEndpoint } from '../check-context.ts'
import { displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { isAnswer, isHtml, jsonOf, type RequestResult } from '../http/answer.ts'
import { below, offers } from '../page/widget.ts'

const repair = 'Repair it, or remove bank_account from `methods` until then.'

/** The two lists have the same findings, each with ids of its own. */
const sayOf = (id: 'banks' | 'instruments', name: string) =>
  says('methods', {
    unreachable: { id: `${id}-unreachable`, warning: `${name} cannot be loaded`, change: repair },
    none: { id: `${id}-none`, fine: `${name} is not offered. It is optional` },
    unknown: { id: `${id}-unknown`, unknown: `${name} could not be read` },
    fine: { id: `${id}-fine`, fine: `${name} can be loaded` },
    fails: { id: `${id}-fails`, warning: `${name} cannot be loaded`, change: repair },
    noList: {
      id: `${id}-no-list`,
      problem: `${name} is not a list`,
      change: 'Answer {"content":[…]}, or 404 if you do not offer this list.',
      see: 'protocol',
    },
  })

const lists = [
  ['/banks?page=1&page_size=20', sayOf('banks', 'The list of banks')],
  ['/instruments', sayOf('instruments', 'The list of saved accounts')],
] as const

/** Checks the lists that the choice of a bank account uses. Both are optional. */
export async function endpointLists({ endpoint }: LiveEndpoint, { page, get }: CheckContext): Promise<Found> {
  if (!offers(page, 'bank_account')) return null
  const found: Found[] = []
  for (const [path, say] of lists) {
    const url = below(endpoint, path)
    found.push(listFound(url, await get(url, { accept: 'application/json' }), say))
  }
  return found
}

function listFound(url: URL, result: RequestResult, say: ReturnType<typeof sayOf>): Found {
  const name = displayUrl(url)
  if (!isAnswer(result)) return say('unreachable', `${name} ${result.why}`)
  const { status } = result
  const seen = `${name}: ${status}`
  if (status === 404) return say('none', seen)
  if ([401, 403, 429].includes(status)) return say('unknown', seen)
  const json = jsonOf(result)
  const isList = typeof json === 'object' && json !== null && 'content' in json && Array.isArray(json.content)
  if (status === 200 && isList) return say('fine', seen)
  if (status >= 500) return say('fails', seen)
  return say('noList', isHtml(result) ? `${seen} with a page` : seen)
}
