// The rule about addresses: may the address of a session's hosted page be given out now? Every way to an address asks it, for
// every kind: a first press, a repeated press, a link, a payout's claim. It knows what the library knows of the order and what
// the shop says of it at this moment.
import { kindOf } from '../../kinds/kinds.ts'
import { amountOf, holdsOrder, type SessionRow } from '../../session/session-row.ts'
import { countedOf, type OrderCase } from '../case.ts'
import { type Misfit, misfitOf } from './money.ts'

/**
 * Why no address may be given out. `withdrawn`, `paid`, `price`: the order no longer fits the session. `promised`: another
 * payment of the order is authorized. `pages`: two pages of the order can be paid already. `ended`: nothing is left to pay in
 * this session, or somebody is paying it.
 */
export type AddressRefusal = Misfit | 'promised' | 'pages' | 'ended'

/** How many pages of an order may be payable at the same time: the one that was chosen, and the choice before it. */
export const maxPages = 2

/**
 * Why the address of a session's hosted page may not be given out; `null` when it may.
 * @param now ms since 1970
 * @param isMade whether the address was made for this answer, so that it counts as one of the session's pages already
 */
export function refusalOfAddress(
  order: OrderCase,
  session: SessionRow,
  now: number,
  isMade = false,
): AddressRefusal | null {
  const misfit = misfitOf(order.entry, { id: session.id, amount: amountOf(session) })
  if (misfit === 'withdrawn' || misfit === 'paid') return misfit
  const others = countedOf(order).filter(({ id }) => id !== session.id)
  if (others.some(({ outcome }) => outcome === 'complete')) return 'paid'
  if (others.some(holdsOrder)) return 'promised'
  if (!isPayable(session)) return 'ended'
  if (misfit !== null) return misfit
  const own = pagesOf(session, now)
  const added = !isMade && (own === 0 || kindOf(session.kind).eachLinkIsAPayment) ? 1 : 0
  return added > 0 && pagesOf(others, now) + own + added > maxPages ? 'pages' : null
}

/** Whether something is left to pay in a session, and nobody is paying it yet. A disputed payment was paid. */
const isPayable = (row: SessionRow): boolean =>
  row.outcome === 'open' &&
  !holdsOrder(row) &&
  row.doubt === null &&
  row.review === null &&
  !(kindOf(row.kind).getsIdWhenPaid && row.service_id !== null)

/**
 * How many hosted pages of these sessions somebody may have at which money can be paid: those of open sessions, and the links of
 * a kind whose links are payments of their own. When one of these fails, its session has failed, and the others can be paid.
 */
export function pagesOf(sessions: SessionRow | readonly SessionRow[], now: number): number {
  const all = 'id' in sessions ? [sessions] : sessions
  return all
    .filter(({ kind, outcome }) => outcome === 'open' || kindOf(kind).eachLinkIsAPayment)
    .reduce((count, row) => count + kindOf(row.kind).payablePages(row, now), 0)
}
