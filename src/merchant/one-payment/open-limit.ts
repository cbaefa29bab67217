// At most two payments of an order can be open at once: the one that its shopper chose, and the choice before. Each more
// would be one more that can be paid by mistake.
import { TwoPaymentsOpen } from '../errors/order-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { SessionRow } from '../session/session-row.ts'

const maxOpen = 2

/** Tells whether somebody may have an address at which this open session can be paid. */
export const canBePaid = (row: SessionRow, now: number): boolean =>
  row.outcome === 'open' && kindOf(row.kind).mayBePayable(row, now)

/** The payable sessions of an order, when there are as many as may be; `null` when there is room for one more. */
export function payableAtLimit(
  sessions: readonly SessionRow[],
  except: string | null,
  now: number,
): SessionRow[] | null {
  const payable = sessions.filter((row) => row.id !== except && canBePaid(row, now))
  return payable.length < maxOpen ? null : payable
}

/**
 * Refuses an address that would be one too many.
 * @param canChooseAgain whether the shopper could take another choice
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
