// A shopper pays in euros and the merchant receives crypto (legacy document, merchant on-ramp). A link starts a hosted
// session of 15 minutes and works once, within 2. The transaction's id comes with the webhook of the deposit only: until
// then there is nothing that could be read.
import { isFinal, type OnRampRequest, type Outcome, outcomeOf, parseOnRampEvent } from '../../server/index.ts'
import type { ShopperPaymentKind, UnsignedKind } from './kind.ts'
import { isJustCreated, legacy, legacyUser, legacyWebhookUrl, transactionWaitMs } from './legacy.ts'
import { returnUrlOf } from './request.ts'

const name = 'on_ramp'
const path = 'on-ramps'

/** How long the hosted session behind a link lives. */
export const hostedSessionMs = 15 * 60_000
/** A deposit is told "typically within 1 minute"; webhooks are repeated for a while. Later money still counts. */
const deafAfterMs = 3_600_000

/**
 * "Proceeds with business logic only when `bankDepositStatus` is SUCCESS" (legacy document), whatever else is said. And where
 * it is, nobody may pay again, whatever else is said.
 */
const isContradiction = (outcome: Outcome, deposit: string | null | undefined) =>
  deposit === 'SUCCESS' ? outcome === 'failed' : outcome === 'complete'

export const onRamp: ShopperPaymentKind & UnsignedKind = {
  ...legacy,
  name,
  eachLinkIsAPayment: true,
  getsIdWhenPaid: true,
  // A link cannot be paid for longer than its hosted session.
  mayBePayable: (session, now) =>
    isJustCreated(session, now) || (session.expires_at !== null && session.expires_at.getTime() > now),
  webhooks: {
    isSigned: false,
    path,
    read(rawBody) {
      const event = parseOnRampEvent(rawBody)
      if (!event) return null
      const { transactionId, eventType, amount, currency, webhookPayload } = event
      // The event of a deposit always names its amount; other events, which the operator can switch on, may not.
      const mustIncludeAmount = eventType === 'merchant_on_ramp_success'
      return {
        serviceId: transactionId,
        status: null,
        money: { amount, currency, webhookPayload, mustIncludeAmount },
      }
    },
  },
  // The only webhook is the deposit's. That the crypto was sent is found by asking.
  endHasNoWebhook: true,
  readsIncludeAmount: false,
  givesUpAt({ service_id, expires_at, created_at }) {
    // Once it is known it can be read, and somebody is paying it.
    if (service_id !== null) return created_at.getTime() + transactionWaitMs
    return (expires_at?.getTime() ?? created_at.getTime() + hostedSessionMs) + deafAfterMs
  },
  // Two statuses move side by side, and one word cannot tell both.
  statusOrder: [],
  // The euros are here before the crypto is.
  isMoneyOnceAuthorized: true,
  isPaidLink: ({ deposit }) => deposit === 'SUCCESS',
  // Its statuses have other names than COMPLETE_ON: anything before COMPLETED means the deposit.
  outcomeOf({ status, deposit }, reached, completeOn) {
    const outcome = outcomeOf(name, status, reached, deposit)
    if (isContradiction(outcome, deposit)) return 'authorized'
    return outcome === 'authorized' && completeOn !== 'COMPLETED' ? 'complete' : outcome
  },
  // It is asked about until it no longer contradicts itself.
  isFinalAtService({ status, deposit }) {
    const says = outcomeOf(name, status, 'open', deposit)
    return isFinal(says) && !isContradiction(says, deposit)
  },
  refusalOf({ value, currency }) {
    const euros = Number(value)
    const fits = /^[0-9]+(\.[0-9]{1,2})?$/.test(value) && euros >= 5 && euros <= 5_000
    return fits && currency === 'EUR' ? null : 'An on-ramp is for 5 to 5000 EUR with at most two decimals.'
  },
  requestOf(config, { order }, quote, address) {
    return (ids) => {
      const request: OnRampRequest = {
        amount: quote.amount.value,
        ...legacyUser(config, quote, address),
        userEmail: quote.payer.email,
        webhookUrl: legacyWebhookUrl(config, path, order, ids),
        webhookPayload: ids.row,
        revision: quote.reference,
        hostedRedirectUrl: returnUrlOf(config.publicUrl, ids.publicId),
      }
      return { idempotencyKey: ids.serviceKey, body: JSON.stringify(request) }
    }
  },
}
