// A shopper pays in euros and the merchant receives crypto (legacy document, merchant on-ramp). A link starts a hosted
// session of 15 minutes and works once, within 2. The transaction's id comes with the webhook of the deposit only: until
// then there is nothing that could be read.
import {
  type OnRampRequest,
  type ServiceClient,
  type Transaction,
  UnknownAnswerError,
} from '../../server/index.ts'
import type { Quote } from '../orders.ts'
import {
  type Fetched,
  type Freeze,
  type KindOfPayment,
  type RequestConfig,
  returnUrlOf,
  transactionWaitMs,
} from './kind.ts'
import { legacyUser, legacyWebhookUrl } from './legacy-user.ts'

const sessionMs = 15 * 60_000
/** A deposit is told "typically within 1 minute"; webhooks are repeated for a while. Later money still counts. */
const deafAfterMs = 3_600_000

/** The request for an on-ramp of an order. @param address the shopper's public IP address */
export function onRampRequest(
  config: RequestConfig,
  order: string,
  quote: Quote,
  address: string | null,
): Freeze {
  return (ids) => {
    const request: OnRampRequest = {
      amount: quote.amount.value,
      ...legacyUser(config, quote, address),
      userEmail: quote.payer.email,
      webhookUrl: legacyWebhookUrl(config, 'on-ramps', order, ids),
      webhookPayload: ids.row,
      revision: quote.reference,
      hostedRedirectUrl: returnUrlOf(config.publicUrl, ids.publicId),
    }
    return { idempotencyKey: ids.serviceKey, body: JSON.stringify(request) }
  }
}

/** Why an amount cannot be paid by on-ramp; `null` when it can. */
export function onRampRefusal({ value, currency }: Quote['amount']): string | null {
  const euros = Number(value)
  const fits = /^[0-9]+(\.[0-9]{1,2})?$/.test(value) && euros >= 5 && euros <= 5_000
  return fits && currency === 'EUR' ? null : 'An on-ramp is for 5 to 5000 EUR with at most two decimals.'
}

/** @param now milliseconds since 1970 */
export function createOnRampKind(
  { onRamp, transactions }: Pick<ServiceClient, 'onRamp' | 'transactions'>,
  now: () => number,
): KindOfPayment {
  return {
    sending: 'by_link',
    tellsAmount: false,
    // Nothing exists before a link does.
    create: async () => null,
    async link({ request_body }) {
      const startedAt = now()
      const { hostedLink } = await onRamp.generateLink(JSON.parse(request_body ?? '{}'))
      // The document's figure, not the answer's `expiresAt`: whether that is the link's or the session's is not shown.
      return {
        url: hostedLink,
        oneTime: true,
        expiresAt: new Date(startedAt + sessionMs),
        status: 'INTENT',
      }
    },
    get: async (id) => fetched(await transactions.get(id)),
    givesUpAt({ service_id, expires_at, created_at }) {
      // Once it is known it can be read, and somebody is paying it.
      if (service_id !== null) return created_at.getTime() + transactionWaitMs
      return (expires_at?.getTime() ?? created_at.getTime() + sessionMs) + deafAfterMs
    },
  }
}

function fetched(transaction: Transaction): Fetched {
  if (transaction.type !== 'MerchantOnRampTransfer')
    throw new UnknownAnswerError('The webhook of an on-ramp names a transaction of another type.')
  const { uuid: id, paymentStatus: status, bankDepositStatus: deposit, currency } = transaction
  return { id, status, details: null, deposit, amount: null, currency }
}
