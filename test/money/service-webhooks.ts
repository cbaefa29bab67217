// What the modelled payment service shows of an object: in the answers to reads, and in its webhooks.
import { createHmac } from 'node:crypto'
import { latest, type Moment, type ServiceObject } from './service-object.ts'

export const hostedOrigin = 'https://pay.example'

/** A webhook that the service has sent. The test delivers it, or does not. */
export interface SentWebhook {
  readonly object: ServiceObject
  readonly status: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  isDelivered: boolean
  /** It was delivered, and its effect was lost with the database. */
  isForgotten: boolean
}

/** A payin or payout as a read of payments-v2 shows it at one moment. */
export const paymentShown = (object: ServiceObject, { status }: Moment) => ({
  ...object.intent,
  id: object.id,
  status,
  created_at: new Date(object.createdAt).toISOString(),
  expires_at: new Date(object.expiresAt).toISOString(),
  redirect_url: `${hostedOrigin}/pay/${object.token}`,
})

/** A bank transfer or on-ramp as a read of the legacy interface shows it at one moment. */
export function transactionShown(object: ServiceObject, { status, deposit }: Moment): object {
  const { kind, id: uuid, intent, amount } = object
  const shared = { uuid, paymentStatus: status, currency: amount.currency }
  return kind === 'on_ramp'
    ? { ...shared, type: 'MerchantOnRampTransfer', bankDepositStatus: deposit }
    : { ...intent, ...shared, type: 'BankTransfer', amount: amount.value }
}

/** The webhook that announces an object's present state; `null` when the service sends none. */
export function webhookOf(object: ServiceObject, secret: string): SentWebhook | null {
  const { kind, intent } = object
  const moment = latest(object)
  if (kind === 'payin' || kind === 'payout') {
    const body = JSON.stringify(paymentShown(object, moment))
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return toWebhook(object, body, { 'x-webhook-signature': signature })
  }
  const { webhookPayload } = intent
  if (kind === 'bank_transfer')
    return toWebhook(object, JSON.stringify({ status: moment.status, webhookPayload }))
  // The only event of an on-ramp that the document shows is that of its deposit.
  if (moment.deposit !== 'SUCCESS' || moment.status !== 'PROCESSING') return null
  const { value, currency } = object.amount
  const event = {
    eventType: 'merchant_on_ramp_success',
    transactionId: object.id,
    amount: Number(value),
    currency,
  }
  const timestamp = new Date(moment.at).toISOString()
  return toWebhook(object, JSON.stringify({ ...event, timestamp, webhookPayload }))
}

function toWebhook(object: ServiceObject, body: string, headers: Record<string, string> = {}): SentWebhook {
  const { intent } = object
  const { pathname, search } = new URL(String(intent.webhook_url ?? intent.webhookUrl ?? ''))
  return {
    object,
    status: latest(object).status,
    path: pathname + search,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    isDelivered: false,
    isForgotten: false,
  }
}
