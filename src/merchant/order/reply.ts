// What a request that asks for an address is answered: the session, with the address or without one, or a refusal.
import type { Money, Session } from '../../server/index.ts'
import { OrderAlreadyPaid, OrderWithdrawn, PriceChanged, TwoPaymentsOpen } from '../errors/order-errors.ts'
import { holdsMoney } from '../session/outcomes.ts'
import { amountOf, type SessionRow, toPublic } from '../session/session-row.ts'
import { countedOf, type OrderCase, orderOutcomeOf } from './case.ts'
import { pagesOf, refusalOfAddress } from './rules/address.ts'

/** A session as the order's case has it, with the address that may be given out now. */
export interface Reply {
  readonly row: SessionRow
  readonly session: Omit<Session, 'id'>
}

/**
 * Decides what may be answered. Call it in the transaction that has the order's lock.
 * @param link the address of the hosted page, if it is known. One that was made for this answer counts as a page already
 * @param isMade whether `link` was made for this answer
 * @throws {OrderAlreadyPaid}
 * @throws {OrderWithdrawn}
 * @throws {PriceChanged}
 * @throws {TwoPaymentsOpen}
 */
export function replyWith(
  order: OrderCase,
  row: SessionRow,
  link: string | null,
  now: number,
  isMade = false,
): Reply {
  const refusal = refusalOfAddress(order, row, now, isMade)
  if (refusal !== null && !holdsMoney(row.outcome)) {
    if (refusal === 'paid') throw new OrderAlreadyPaid()
    if (refusal === 'withdrawn' && row.outcome === 'open') throw new OrderWithdrawn()
    if (refusal === 'price') throw new PriceChanged(priceOf(order, row))
    if (refusal === 'pages') throw tooManyPages(order, false, now)
  }
  const shown = { ...row, order_outcome: orderOutcomeOf(order) }
  return { row, session: toPublic(shown, '', refusal === null ? link : null) }
}

/** The price that the order has now. */
export const priceOf = ({ entry }: OrderCase, row: SessionRow): Money => entry?.amount ?? amountOf(row)

/** @param canChooseAgain whether the shopper could make another choice */
export function tooManyPages(order: OrderCase, canChooseAgain: boolean, now: number): TwoPaymentsOpen {
  const ends = countedOf(order)
    .filter((row) => pagesOf(row, now) > 0)
    .map(({ expires_at }) => expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
  return new TwoPaymentsOpen(canChooseAgain, Math.min(...ends) - now)
}
