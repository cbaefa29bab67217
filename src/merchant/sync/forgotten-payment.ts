// A payment that the service no longer knows, for example after it lost rows, or a sandbox that was started anew. Its order
// must not stay unpayable for ever: each create request would read the payment, and each read would fail. But it must not
// be paid twice either.
import { alertPerson } from '../alerts.ts'
import type { ServicePort } from '../kinds/service-port.ts'
import { type CloseParts, closeAttempt } from '../order/close-attempt.ts'
import { canBeForgotten, isLeftToPerson, isOfPresentKey } from '../order/rules/forgotten.ts'
import { requireReadable } from '../order/unreadable.ts'
import { checkNoMore } from '../order/write/payments.ts'
import { isUnknownToService } from '../service/error-meaning.ts'
import { isEnded } from '../session/outcomes.ts'
import { isSameServiceId } from '../session/service-id.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Source } from './apply.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'

export interface ForgottenParts extends CloseParts {
  /** Of the present API key. */
  readonly apiKeyHash: string
  readonly webhookHealth: WebhookHealth
}

/**
 * Closes the session of a payment that the service has forgotten, as expired. It is still checked for a while, like any other
 * that expired. One that has ended already stays as it is, and one that only a person can judge raises an alert.
 * With another API key every payment is unknown, so then a person is asked only where somebody waits for the answer.
 * @param error why the payment could not be read
 * @throws {unknown} this error when the payment may still exist, or why the service's list cannot be read
 */
export async function closeIfForgotten(
  parts: ForgottenParts,
  port: ServicePort,
  row: SessionRow,
  error: unknown,
  source: Source,
): Promise<SessionRow> {
  // Another request has closed it while this one waited for its turn.
  if (isUnknownToService(error) && isEnded(row.outcome)) return row
  if (!(await isForgotten(parts, port, row, error))) throw error
  // A person has said that its money has moved, and the service has no more to say. A webhook still counts.
  if (row.settled_as === 'accepted') {
    await checkNoMore(parts.db, row)
    return row
  }
  if (isLeftToPerson(row, parts.apiKeyHash)) {
    const detail = `the service does not know ${row.service_id}`
    if (source !== 'sweep' || isOfPresentKey(row, parts.apiKeyHash))
      await alertPerson(parts, 'payment_missing', { session: row.id }, detail)
    throw error
  }
  const expired = { ...row, status: 'EXPIRED', outcome: 'expired', checks: 0 } as const
  const nextCheckAt = nextCheck(expired, parts.now(), parts.webhookHealth)
  parts.log('attempt_closed', { session: row.id, order: row.order_id, attempt: row.attempt })
  return closeAttempt(parts, row, { status: 'EXPIRED', nextCheckAt })
}

/** @throws {ServiceError} when the service's list cannot be read, or shows a payment that cannot be read */
async function isForgotten(
  parts: ForgottenParts,
  port: ServicePort,
  row: SessionRow,
  error: unknown,
): Promise<boolean> {
  if (!isUnknownToService(error) || !canBeForgotten(row, parts.apiKeyHash, parts.now())) return false
  // Without a list, an open payment is given up after its time, and a promised one is left to a person.
  if (port.findAll === undefined) return isLeftToPerson(row, parts.apiKeyHash)
  const { payments, unreadable } = await port.findAll(row.reference)
  if (payments.some(({ fetched }) => isSameServiceId(fetched.id, row.service_id))) return false
  await requireReadable(parts, row.kind, row.order_id, row.reference, unreadable)
  return true
}
