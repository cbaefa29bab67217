// Limits an order to two open payments: the one that the shopper chose, and the choice before it. Every further one could be
// paid by mistake.
import { TwoPaymentsOpen } from '../errors/order-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { SessionRow } from '../session/session-row.ts'

const maxOpen = 2

/** Whether somebody may have an address at which this open session can be paid. */
export const canBePaid = (row: SessionRow, now: number): boolean =>
  row.outcome === 'open' && kindOf(row.kind).mayBePayable(row, now)

/** The payable sessions of an order when their number has reached the limit; `null` when one more may be opened. */
export function payableAtLimit(
  sessions: readonly SessionRow[],
  except: string | null,
  now: number,
): SessionRow[] | null {
  const payable = sessions.filter((row) => row.id !== except && canBePaid(row, now))
  return payable.length < maxOpen ? null : payable
}

/**
 * Refuses to open another payment.
 * @param canChooseAgain whether the shopper could make another choice
 * @throws {TwoPaymentsOpen}
 */
export function refuseTooManyOpen(
  payable: readonly SessionRow[],
  canChooseAgain: boolean,
  now: number,
): never {
  const ends = payable.map(({ expires_at }) => expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
  throw new TwoPaymentsOpen(canChooseAgain, Math.min(...ends) - now)
}
