// Is this the money of the order? What the service says of an amount is compared, and what does not fit is a doubt: a
// person looks, and the session completes no order.
import { sameMoney } from '../../server/index.ts'
import { raise } from '../alerts.ts'
import type { UnverifiedMoney } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Fetched } from '../kinds/service-port.ts'
import type { InOrderTransaction } from '../one-payment/order-transaction.ts'
import { amountOf, notifyChange, type SessionRow } from '../session/session-row.ts'

/** What does not fit between a payment and its session; `null` when all of it does. */
export function findMismatch(row: SessionRow, fetched: Fetched): string | null {
  const { readsIncludeAmount } = kindOf(row.kind)
  const { amount, currency = null, echoed } = fetched
  if (amount === null ? readsIncludeAmount : !sameMoney(amount, amountOf(row)))
    return 'the service names another amount than the session'
  if (currency !== null && currency !== row.amount_currency)
    return 'the service names another currency than the session'
  if (echoed?.row && echoed.row !== row.id) return 'the payment carries the mark of another session'
  return null
}

/**
 * What does not fit between an unsigned webhook and the session that it was sent for. The reads of an on-ramp name no
 * amount (legacy document), so its webhook is the only place where one is told; nothing here counts *for* a payment.
 */
export function findWebhookMismatch(
  row: Pick<SessionRow, 'id' | 'amount_value' | 'amount_currency'>,
  { amount, currency, webhookPayload, mustIncludeAmount }: UnverifiedMoney,
): string | null {
  if (webhookPayload !== null && webhookPayload !== row.id)
    return 'a webhook carries the mark of another session'
  if (currency !== null && currency !== row.amount_currency)
    return 'a webhook names another currency than the session'
  if (amount === null) return mustIncludeAmount ? 'a webhook of the deposit names no amount' : null
  const said = { value: amount, currency: row.amount_currency }
  const ours = { value: row.amount_value, currency: row.amount_currency }
  return sameMoney(said, ours) ? null : 'a webhook names another amount than the session'
}

/** Writes a doubt down before anything else is done about the payment. @returns whether it is new */
export function recordMismatch(
  inOrderTransaction: InOrderTransaction,
  row: SessionRow,
  doubt: string,
  at: Date,
): Promise<boolean> {
  return inOrderTransaction(row, async (tx) => {
    const noted = await tx.query(
      'update payin_checkout.sessions set doubt = $2, version = version + 1, updated_at = $3 where id = $1 and doubt is null returning id',
      [row.id, doubt, at],
    )
    if (noted.length > 0) notifyChange(tx, row.id)
    return raise(tx, 'amount_differs', { session: row.id }, doubt, at)
  })
}
