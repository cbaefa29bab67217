// A shopper pays from their bank account (legacy document, bank transfer). A transaction without a link cannot be paid. So it
// is created first, its id is stored, and only then its link is made: at most one payable transaction per attempt.
import { type BankTransferRequest, isFinal, outcomeOf, parseBankTransferEvent } from '../../server/index.ts'
import type { ShopperPaymentKind, UnsignedKind } from './kind.ts'
import { isJustCreated, legacy, legacyUser, legacyWebhookUrl, transactionWaitMs } from './legacy.ts'
import { liveLinks } from './links.ts'
import { returnUrlOf } from './request.ts'

const name = 'bank_transfer'
const path = 'bank-transfers'

export const bankTransfer: ShopperPaymentKind & UnsignedKind = {
  ...legacy,
  name,
  eachLinkIsAPayment: false,
  getsIdWhenPaid: false,
  // Also while its link is being made. All its links lead to the same page.
  payablePages: (session, now) =>
    isJustCreated(session, now) || session.redirect_url !== null || liveLinks(session.links, now).length > 0
      ? 1
      : 0,
  webhooks: {
    isSigned: false,
    path,
    read(rawBody) {
      const event = parseBankTransferEvent(rawBody)
      if (!event) return null
      const { status, webhookPayload } = event
      // These webhooks contain our marker, but no amount and no id of the transaction.
      const money = { amount: null, currency: null, webhookPayload, mustIncludeAmount: false }
      return { serviceId: null, status, money }
    },
  },
  endHasNoWebhook: false,
  readsIncludeAmount: true,
  givesUpAt: ({ created_at }) => created_at.getTime() + transactionWaitMs,
  // CREATED is our own status, for the time before the service has answered.
  statusOrder: ['CREATED', 'INTENT', 'STARTED', 'AUTHORIZED'],
  isMoneyOnceAuthorized: false,
  isPaidLink: () => false,
  outcomeOf: ({ status }, reached) => outcomeOf(name, status, reached),
  isFinalAtService: ({ status }) => isFinal(outcomeOf(name, status)),
  refusalOf({ value }) {
    const isAllowed = /^[0-9]+(\.[0-9]{1,2})?$/.test(value) && Number(value) >= 2
    return isAllowed ? null : 'A bank transfer is for amounts from 2 with at most two decimals.'
  },
  requestOf(config, _requested, order, address) {
    return (ids) => {
      const returnUrl = returnUrlOf(config.publicUrl, ids.publicId)
      const { passedKyc, passedAml } = order.legacy ?? {}
      const request: BankTransferRequest = {
        amount: order.amount.value,
        currency: order.amount.currency,
        ...legacyUser(config, order, address),
        ...(passedKyc !== undefined && { userPassedKyc: passedKyc }),
        ...(passedAml !== undefined && { userPassedAml: passedAml }),
        callbackChromeUrl: returnUrl,
        callbackSafariUrl: returnUrl,
        revision: order.reference,
        webhookUrl: legacyWebhookUrl(config, path, order.id, ids),
        webhookPayload: ids.row,
      }
      return { idempotencyKey: ids.serviceKey, body: JSON.stringify(request) }
    }
  },
}
