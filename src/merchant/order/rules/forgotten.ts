// The rules about payments that the service does not find: which may be gone, which sessions are closed because of that, and
// whether their order may be decided about.
import { kindOf, listedKindFor } from '../../kinds/kinds.ts'
import { isUnknownToService } from '../../service/error-meaning.ts'
import { holdsMoney, isEnded } from '../../session/outcomes.ts'
import { hasHadItsTime, type SessionRow } from '../../session/session-row.ts'
import { maxReadLagMs } from './merge.ts'

/**
 * Whether a session was only ever sent and returned under the present API key. With the key of another account every payment is
 * unknown, although its shopper may have paid it.
 */
export const isOfPresentKey = (row: SessionRow, apiKeyHash: string): boolean =>
  row.api_key_hash === apiKeyHash

/**
 * Whether a payment that the service does not find may be gone, so that nobody can pay it: its time is over, or it may be one of
 * another account, of which only a person can know. A payment that is too new for a lagging replica is never gone: if our clock is
 * ahead, its time is over too early, while reads do not find it yet. The service's list must not contain it either.
 * @param now ms since 1970
 */
export const canBeForgotten = (row: SessionRow, apiKeyHash: string, now: number): boolean =>
  row.service_id !== null &&
  !isEnded(row.outcome) &&
  (hasHadItsTime(row, now) || !isOfPresentKey(row, apiKeyHash)) &&
  row.created_at.getTime() + maxReadLagMs <= now

/**
 * Whether only a person can say what became of a forgotten payment: it was promised or counts as paid, it pays money out, or it
 * was made with another API key.
 */
export const isLeftToPerson = (row: SessionRow, apiKeyHash: string): boolean =>
  holdsMoney(row.outcome) || kindOf(row.kind).askedBy === 'back_office' || !isOfPresentKey(row, apiKeyHash)

/**
 * Whether its order may get a further page although the service does not find this open payment: reads may lag, and its page
 * counts as one that can be paid. Not when it can be forgotten, where the service has a list: then it is closed if it is gone.
 * Nothing is known of one that was made with another API key. Of a kind that may have one open payment, none is made beside it.
 * @param now ms since 1970
 */
export const mayBeUnread = (row: SessionRow, apiKeyHash: string, now: number): boolean =>
  kindOf(row.kind).isOneOpenAtATime ||
  (isOfPresentKey(row, apiKeyHash) &&
    !(listedKindFor(row.kind) === row.kind && canBeForgotten(row, apiKeyHash, now)))

/** Whether a read has failed only because reads may lag: `mayBeUnread`. */
export const isUnread = (error: unknown, row: SessionRow, apiKeyHash: string, now: number): boolean =>
  isUnknownToService(error) && mayBeUnread(row, apiKeyHash, now)
