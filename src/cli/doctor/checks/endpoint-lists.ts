import type { Check, CheckContext } from '../check-context.ts'
import { displayUrl } from '../display.ts'
import { liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { isAnswer, isHtml, jsonOf } from '../http/answer.ts'
import { below, type Endpoint, offers } from '../page/widget.ts'

/** Checks the lists that the choice of a bank account uses. Both are optional. */
export const endpointLists: Check = {
  area: 'Endpoint',
  async find(context) {
    if (!offers(context.page, 'bank_account')) return []
    const found: Finding[] = []
    for (const { endpoint } of await liveEndpoints(context)) {
      found.push(await list(context, endpoint, '/banks?page=1&page_size=20', 'banks', 'The list of banks'))
      found.push(await list(context, endpoint, '/instruments', 'instruments', 'The list of saved accounts'))
    }
    return found
  },
}

async function list(
  { get }: CheckContext,
  endpoint: Endpoint,
  path: string,
  id: string,
  name: string,
): Promise<Finding> {
  const url = below(endpoint, path)
  const result = await get(url, { accept: 'application/json' })
  if (!isAnswer(result)) {
    return warning(`${id}-unreachable`, `${name} cannot be loaded`, {
      seen: `${displayUrl(url)} ${result.why}`,
      change: leaveOut,
      see: 'methods',
    })
  }
  const seen = `${displayUrl(url)}: ${result.status}`
  if (result.status === 404)
    return fine(`${id}-none`, `${name} is not offered. It is optional`, { seen, see: 'methods' })
  if (result.status === 401 || result.status === 403 || result.status === 429) {
    return unknown(`${id}-unknown`, `${name} could not be read`, { seen, see: 'methods' })
  }
  const json = jsonOf(result)
  const isList = typeof json === 'object' && json !== null && 'content' in json && Array.isArray(json.content)
  if (result.status === 200 && isList)
    return fine(`${id}-fine`, `${name} can be loaded`, { seen, see: 'methods' })
  if (result.status >= 500)
    return warning(`${id}-fails`, `${name} cannot be loaded`, { seen, change: leaveOut, see: 'methods' })
  return problem(`${id}-no-list`, `${name} is not a list`, {
    seen: isHtml(result) ? `${seen} with a page` : seen,
    change: 'Answer {"content":[…]}, or 404 if you do not offer this list.',
    see: 'protocol',
  })
}

const leaveOut = 'Repair it, or remove bank_account from `methods` until then.'
