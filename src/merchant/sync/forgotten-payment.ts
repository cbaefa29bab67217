// A payment that the service no longer knows, for example after it lost rows, or a sandbox that was started anew. Its order
// must not stay unpayable for ever: each create request would read the payment, and each read would fail. But it must not
// be paid twice either.
import { kindOf } from '../kinds/kinds.ts'
import type { ServicePort } from '../kinds/service-port.ts'
import { maxReadLagMs } from '../order/rules/merge.ts'
import { isUnknownToService } from '../service/error-meaning.ts'
import { isEnded } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'
import { type CloseParts, closeAttempt } from '../session/undelivered.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'
import { isSameServiceId } from './service-id.ts'

export interface ForgottenParts extends CloseParts {
  /** Of the present API key. */
  readonly apiKeyHash: string
  readonly webhookHealth: WebhookHealth
}

/**
 * Closes the session of a payment that the service has forgotten, as expired. It is still checked for a while, like any other
 * that expired. One that has ended already stays as it is.
 * @param error why the payment could not be read
 * @throws {unknown} this error when the payment may still exist, or why the service's list cannot be read
 */
export async function closeIfForgotten(
  parts: ForgottenParts,
  port: ServicePort,
  row: SessionRow,
  error: unknown,
): Promise<SessionRow> {
  // Another request has closed it while this one waited for its turn.
  if (isUnknownToService(error) && isEnded(row.outcome)) return row
  if (!(await isForgotten(parts, port, row, error))) throw error
  const expired = { status: 'EXPIRED', outcome: 'expired' } as const
  const nextCheckAt = nextCheck({ ...row, ...expired, checks: 0 }, parts.now(), parts.webhookHealth)
  parts.log('attempt_closed', { session: row.id, order: row.order_id, attempt: row.attempt })
  return closeAttempt(parts, row, { ...expired, pointers: null, nextCheckAt })
}

/**
 * Whether a payment that could not be read is gone, so that nobody can pay it: its time is over, the service does not find
 * it, its list of the reference does not contain it, and the session was only ever sent and returned under the present API key. With
 * the key of another account every payment is unknown, although its shopper may have paid it. A payment that is too new for
 * a lagging replica is never gone: if our clock is ahead, its time is over too early, while reads do not find it yet. A
 * payout is left to a person.
 * @throws {ServiceError} when the list cannot be read
 */
async function isForgotten(
  { apiKeyHash, now }: ForgottenParts,
  port: ServicePort,
  row: SessionRow,
  error: unknown,
): Promise<boolean> {
  const { service_id: id, created_at: createdAt, expires_at: expiresAt, reference, outcome } = row
  if (
    id === null ||
    !isUnknownToService(error) ||
    outcome !== 'open' ||
    kindOf(row.kind).askedBy !== 'shopper'
  )
    return false
  if (expiresAt === null || expiresAt.getTime() > now() || port.findAll === undefined) return false
  if (now() < createdAt.getTime() + maxReadLagMs) return false
  if (row.api_key_hash !== apiKeyHash) return false
  const listed = await port.findAll(reference)
  return !listed.some(({ fetched }) => isSameServiceId(fetched.id, id))
}
