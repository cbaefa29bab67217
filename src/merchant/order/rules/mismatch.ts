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

/** What a person must do before the money is accepted: its amount is not known, so the shop is told that of the session. */
const toCheck = 'check there how much came'

/** Whether a fetched payment names another order. What the service does not show is no difference. */
export const isOfAnotherOrder = (row: Pick<SessionRow, 'reference'>, { echoed }: Fetched): boolean =>
  Boolean(echoed?.reference) && echoed?.reference !== row.reference

/** Says what differs between a fetched payment and its session; `null` when nothing does. */
export function findMismatch(row: SessionRow, fetched: Fetched): string | null {
  const { readsIncludeAmount } = kindOf(row.kind)
  const { amount, currency = null, echoed } = fetched
  const ours = `the session has ${row.amount_value} ${row.amount_currency}`
  if (amount === null && readsIncludeAmount) return `the service names no amount: ${toCheck}`
  if (amount !== null && !sameMoney(amount, amountOf(row)))
    return `the service names ${amount.value} ${amount.currency}, and ${ours}`
  if (currency !== null && currency !== row.amount_currency)
    return `the service names ${currency}, and ${ours}: ${toCheck}`
  if (isOfAnotherOrder(row, fetched)) return 'the payment carries the reference of another order'
  if (echoed?.row && echoed.row !== row.id) return 'the payment carries the mark of another session'
  return null
}

const atService = 'Check at the service how much came'

/**
 * Says what differs between an unsigned webhook and its session; `null` when nothing does. The reads of an on-ramp contain
 * no amount (legacy document), so only its webhook can show a wrong one. A webhook that matches proves nothing. The texts quote
 * nothing, because anybody can invent webhooks: each text is one alert.
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
    return `a webhook carries the mark of another session. ${atService}`
  if (currency !== null && currency !== row.amount_currency)
    return `a webhook names another currency than the session. ${atService}`
  if (amount === null)
    return mustIncludeAmount ? `a webhook of the deposit names no amount. ${atService}` : null
  const told = { value: amount, currency: row.amount_currency }
  const ours = { value: row.amount_value, currency: row.amount_currency }
  return sameMoney(told, ours) ? null : `a webhook names another amount than the session. ${atService}`
}
