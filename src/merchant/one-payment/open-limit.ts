// At most two payments of an order can be open at once: the one that its shopper chose, and the choice before. Each more
// would be one more that can be paid by mistake.
import { twoAreOpen } from '../create/refusals.ts'
import type { SessionRow } from '../store/session-row.ts'

const maxOpen = 2
/** A bank transfer or on-ramp that was just begun will have its link in a moment. */
const beginsMs = 60_000

/** Tells whether somebody may have an address at which this open session can be paid. */
export function canBePaid(row: SessionRow, now: number): boolean {
  const { kind, outcome, redirect_url, expires_at, created_at } = row
  if (outcome !== 'open') return false
  if (kind === 'payin' || kind === 'payout') return true
  const isBeginning = created_at.getTime() > now - beginsMs
  // A transaction without a link can be paid by nobody, and an on-ramp's link not for longer than its hosted session.
  if (kind === 'bank_transfer') return isBeginning || redirect_url !== null
  return isBeginning || (expires_at !== null && expires_at.getTime() > now)
}

/** The payable sessions of an order, when there are as many as may be; `null` when there is room for one more. */
export function fullHouse(
  sessions: readonly SessionRow[],
  except: string | null,
  now: number,
): SessionRow[] | null {
  const payable = sessions.filter((row) => row.id !== except && canBePaid(row, now))
  return payable.length < maxOpen ? null : payable
}

/**
 * Refuses an address that would be one too many.
 * @param choosesAnew whether the shopper could take another choice
 * @throws {HttpProblem} 422 or 429
 */
export function refuseAnother(payable: readonly SessionRow[], choosesAnew: boolean, now: number): never {
  const ends = payable.map(({ expires_at }) => expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
  throw twoAreOpen(choosesAnew, Math.min(...ends) - now)
}
