// A shopper pays in euros and the merchant receives crypto (legacy document, merchant on-ramp). A link works once, within two
// minutes, and starts a hosted session of 15 minutes. The transaction's id comes only with the webhook of the deposit; before
// that nothing can be read.
import { isFinal, type OnRampRequest, type Outcome, outcomeOf, parseOnRampEvent } from '../../server/index.ts'
import type { ShopperPaymentKind, UnsignedKind } from './kind.ts'
import { legacy, legacyUser, legacyWebhookUrl, transactionWaitMs } from './legacy.ts'
import { hostedSessionMs, liveLinks } from './links.ts'
import { returnUrlOf } from './request.ts'

const name = 'on_ramp'
const path = 'on-ramps'

/**
 * How long we wait for a webhook after the hosted session. A deposit is reported "typically within 1 minute", and webhooks are
 * repeated for a while. Money that is reported later still counts.
 */
const webhookWaitMs = 3_600_000

/**
 * The status and the deposit contradict each other. "Proceeds with business logic only when `bankDepositStatus` is SUCCESS"
 * (legacy document), so without it nothing is complete. With it nobody may pay again, even if the status says failed.
 */
const isContradiction = (outcome: Outcome, deposit: string | null | undefined) =>
  deposit === 'SUCCESS' ? outcome === 'failed' : outcome === 'complete'

export const onRamp: ShopperPaymentKind & UnsignedKind = {
  ...legacy,
  name,
  eachLinkIsAPayment: true,
  getsIdWhenPaid: true,
  // A link cannot be paid for longer than its hosted session.
  payablePages: ({ links }, now) => liveLinks(links, now).length,
  webhooks: {
    isSigned: false,
    path,
    read(rawBody) {
      const event = parseOnRampEvent(rawBody)
      if (!event) return null
      const { transactionId, eventType, amount, currency, webhookPayload } = event
      // The event of a deposit always contains the amount. What other events name, which the operator can enable, no document
      // says: that of the crypto payout may name an amount of crypto.
      const isDeposit = eventType === 'merchant_on_ramp_success'
      const deposited = isDeposit ? { amount, currency } : { amount: null, currency: null }
      return {
        serviceId: transactionId,
        status: null,
        money: { ...deposited, webhookPayload, mustIncludeAmount: isDeposit },
      }
    },
  },
  // The only webhook is the one of the deposit. That the crypto was sent is found by checks.
  endHasNoWebhook: true,
  readsIncludeAmount: false,
  givesUpAt({ service_id, expires_at, created_at }) {
    // With an id it can be read, and somebody is paying it.
    if (service_id !== null) return created_at.getTime() + transactionWaitMs
    return (expires_at?.getTime() ?? created_at.getTime() + hostedSessionMs) + webhookWaitMs
  },
  // It has two statuses that change independently, so there is no order of one status.
  statusOrder: [],
  // The euros have come before the crypto is sent.
  isMoneyOnceAuthorized: true,
  isPaidLink: ({ deposit }) => deposit === 'SUCCESS',
  // Its statuses have other names than the values of COMPLETE_ON. Every value before COMPLETED means: complete with the
  // deposit.
  outcomeOf({ status, deposit }, reached, completeOn) {
    const outcome = outcomeOf(name, status, reached, deposit)
    if (isContradiction(outcome, deposit)) return 'authorized'
    return outcome === 'authorized' && completeOn !== 'COMPLETED' ? 'complete' : outcome
  },
  // While status and deposit contradict each other, it is checked further.
  isFinalAtService({ status, deposit }) {
    const outcome = outcomeOf(name, status, 'open', deposit)
    return isFinal(outcome) && !isContradiction(outcome, deposit)
  },
  refusalOf({ value, currency }) {
    const euros = Number(value)
    const isAllowed = /^[0-9]+(\.[0-9]{1,2})?$/.test(value) && euros >= 5 && euros <= 5_000
    return isAllowed && currency === 'EUR'
      ? null
      : 'An on-ramp is for 5 to 5000 EUR with at most two decimals.'
  },
  requestOf(config, _requested, order, address) {
    return (ids) => {
      const request: OnRampRequest = {
        amount: order.amount.value,
        ...legacyUser(config, order, address),
        ...(order.payer && { userEmail: order.payer.email }),
        webhookUrl: legacyWebhookUrl(config, path, order.id, ids),
        webhookPayload: ids.row,
        revision: order.reference,
        hostedRedirectUrl: returnUrlOf(config.publicUrl, ids.publicId),
      }
      return { idempotencyKey: ids.serviceKey, body: JSON.stringify(request) }
    }
  },
}
