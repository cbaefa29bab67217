// Compares a payment's amount, currency and markers with its session. A mismatch is stored in the column `doubt`: an alert
// asks a person to check, and the session does not complete its order.
import { sameMoney } from '../../../server/index.ts'
import type { UnverifiedMoney } from '../../kinds/kind.ts'
import { kindOf } from '../../kinds/kinds.ts'
import type { Fetched } from '../../kinds/service-port.ts'
import { holdsMoney } from '../../session/outcomes.ts'
import { isSameServiceId } from '../../session/service-id.ts'
import { amountOf, type SessionRow } from '../../session/session-row.ts'

type MismatchRow = Pick<
  SessionRow,
  'id' | 'amount_value' | 'amount_currency' | 'service_id' | 'outcome' | 'settled_as'
>

/** Says what differs between a fetched payment and its session; `null` when nothing does. */
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
 * Says what differs between an unsigned webhook and its session; `null` when nothing does. The reads of an on-ramp contain
 * no amount (legacy document), so only its webhook can show a wrong one. A webhook that matches proves nothing.
 * @param named the id of the payment that the webhook names
 */
export function findWebhookMismatch(
  row: MismatchRow,
  named: string | null,
  { amount, currency, webhookPayload, mustIncludeAmount }: UnverifiedMoney,
): string | null {
  // It is about another payment than the one whose money has come. That one is reported as a second payment (answered.ts).
  const hasHadMoney = holdsMoney(row.outcome) || row.settled_as !== null
  const isOther = named !== null && row.service_id !== null && !isSameServiceId(named, row.service_id)
  if (isOther && hasHadMoney) return null
  if (webhookPayload !== null && webhookPayload !== row.id)
    return 'a webhook carries the mark of another session'
  if (currency !== null && currency !== row.amount_currency)
    return 'a webhook names another currency than the session'
  if (amount === null) return mustIncludeAmount ? 'a webhook of the deposit names no amount' : null
  const told = { value: amount, currency: row.amount_currency }
  const ours = { value: row.amount_value, currency: row.amount_currency }
  return sameMoney(told, ours) ? null : 'a webhook names another amount than the session'
}
