// A payment that the service lists under an order, and that cannot be read, may hold money. It is not nothing: its order waits
// until a person has looked at it. It does not stop the care for any other payment.
import { type Kind, UnknownAnswerError } from '../../server/index.ts'
import { type AlertParts, alertPerson } from '../alerts.ts'
import { publicIdIn } from '../kinds/request.ts'
import type { UnreadablePayment } from '../kinds/service-port.ts'
import { queryOne } from '../store/db.ts'

/**
 * Raises one alert for the payments of a reference that cannot be read. Those of another shop with the same account are none of
 * ours.
 * @param kind the kind of the list: an order and a payout may have the same reference
 * @param subject the order's id, or the payout's reference; `null` when the list does not show it
 * @returns whether the order has to wait: the alert is open
 */
export async function waitsForUnreadable(
  parts: AlertParts,
  kind: Kind,
  subject: string | null,
  reference: string | null,
  unreadable: readonly UnreadablePayment[],
): Promise<boolean> {
  const count = unreadable.filter(mayBeOurs).length
  if (count === 0) return false
  const what = count === 1 ? `a ${kind}` : `${count} ${kind}s`
  // With their number: one more is not settled together with the others.
  const where = reference === null ? '' : ` under ${reference}`
  const detail = `the service lists ${what}${where} that cannot be read`
  await alertPerson(parts, 'unknown_payment', { session: null, subject }, detail)
  const { isOpen } = await queryOne<{ isOpen: boolean }>(
    parts.db,
    `select exists (select 1 from payin_checkout.alerts
       where kind = 'unknown_payment' and session is null and detail = $1 and settled_at is null) as "isOpen"`,
    [detail],
  )
  return isOpen
}

/** As `waitsForUnreadable`. @throws {ServiceError} when the order has to wait */
export async function requireReadable(...given: Parameters<typeof waitsForUnreadable>): Promise<void> {
  if (await waitsForUnreadable(...given)) throw unreadableError()
}

export const unreadableError = (): UnknownAnswerError =>
  new UnknownAnswerError(
    'The service lists a payment of this order that cannot be read, and it may hold money. Settle the alert about it first.',
  )

const mayBeOurs = ({ returnUrl }: UnreadablePayment): boolean =>
  returnUrl === null || publicIdIn(returnUrl) !== null
