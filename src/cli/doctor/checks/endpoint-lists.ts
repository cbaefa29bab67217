import { liveEndpoints } from '../endpoint/live.ts'
import { type Found, fine, problem, unknown, warning } from '../finding.ts'
import { isAnswer, isHtml, jsonOf } from '../http/answer.ts'
import { below, type Endpoint, offers } from '../page/widget.ts'
import { shownUrl } from '../display.ts'
import type { Check, Visit } from '../check-context.ts'

/** The lists that a choice of a bank account asks for. Both may be missing. */
export const endpointLists: Check = {
  area: 'Endpoint',
  async find(visit) {
    if (!offers(visit.page, 'bank_account')) return []
    const found: Found[] = []
    for (const { endpoint } of await liveEndpoints(visit)) {
      found.push(await list(visit, endpoint, '/banks?page=1&page_size=20', 'banks', 'The list of banks'))
      found.push(await list(visit, endpoint, '/instruments', 'instruments', 'The list of saved accounts'))
    }
    return found
  },
}

async function list(
  { get }: Visit,
  endpoint: Endpoint,
  path: string,
  id: string,
  name: string,
): Promise<Found> {
  const url = below(endpoint, path)
  const asked = await get(url, { accept: 'application/json' })
  if (!isAnswer(asked)) {
    return warning(`${id}-unreachable`, `${name} does not come`, {
      seen: `${shownUrl(url)} ${asked.why}`,
      change: leaveOut,
      see: 'methods',
    })
  }
  const seen = `${shownUrl(url)}: ${asked.status}`
  if (asked.status === 404)
    return fine(`${id}-none`, `${name} is not offered, and need not be`, { seen, see: 'methods' })
  if (asked.status === 401 || asked.status === 403 || asked.status === 429) {
    return unknown(`${id}-unknown`, `${name} was not shown`, { seen, see: 'methods' })
  }
  const json = jsonOf(asked)
  const isList = typeof json === 'object' && json !== null && 'content' in json && Array.isArray(json.content)
  if (asked.status === 200 && isList) return fine(`${id}-fine`, `${name} comes`, { seen, see: 'methods' })
  if (asked.status >= 500)
    return warning(`${id}-fails`, `${name} does not come`, { seen, change: leaveOut, see: 'methods' })
  return problem(`${id}-no-list`, `${name} is something else`, {
    seen: isHtml(asked) ? `${seen} with a page` : seen,
    change: 'Answer {"content":[…]}, or 404 where there is no such list.',
    see: 'protocol',
  })
}

const leaveOut = 'Repair it, or take bank_account out of `methods` until then.'
