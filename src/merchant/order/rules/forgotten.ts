// The rule about payments that the service no longer knows: which may be gone, and which sessions are closed because of that.
import { kindOf } from '../../kinds/kinds.ts'
import { holdsMoney, isEnded } from '../../session/outcomes.ts'
import { hasHadItsTime, type SessionRow } from '../../session/session-row.ts'
import { maxReadLagMs } from './merge.ts'

/**
 * Whether a payment that the service does not find may be gone, so that nobody can pay it: its time is over, and the session
 * was only ever sent and returned under the present API key. With the key of another account every payment is unknown,
 * although its shopper may have paid it. A payment that is too new for a lagging replica is never gone: if our clock is ahead,
 * its time is over too early, while reads do not find it yet. The service's list must not contain it either.
 * @param now ms since 1970
 */
export const canBeForgotten = (row: SessionRow, apiKeyHash: string, now: number): boolean =>
  row.service_id !== null &&
  !isEnded(row.outcome) &&
  hasHadItsTime(row, now) &&
  row.created_at.getTime() + maxReadLagMs <= now &&
  row.api_key_hash === apiKeyHash

/** Whether only a person can say what became of a forgotten payment: it was promised or counts as paid, or it pays money out. */
export const isLeftToPerson = ({ outcome, kind }: SessionRow): boolean =>
  holdsMoney(outcome) || kindOf(kind).askedBy === 'back_office'
