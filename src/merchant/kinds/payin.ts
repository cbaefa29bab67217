// A shopper pays (payments-v2, payins).
import { isPositive } from '../../protocol/money.ts'
import { freezePayin, outcomeOf, type Payin, parsePayinEvent } from '../../server/index.ts'
import { fetchedPayment, fieldsOf, isEnd, keyed, webhookUrlOf } from './keyed.ts'
import type { ShopperPaymentKind, SignedKind } from './kind.ts'
import { payerDetails } from './payer-details.ts'
import { returnUrlOf } from './request.ts'
import type { Fetched, FoundPayment } from './service-port.ts'

const name = 'payin'
const path = 'payins'
/** The documents do not show transitions; these follow from the names. */
const statusOrder = ['CREATED', 'INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED']

/** Converts a payin that was read. */
export const fetchedPayin = (payin: Payin): Fetched => ({
  ...fetchedPayment(payin),
  details: payin.status_details,
})

/** Converts a payin from a list or a webhook. */
export const foundPayin = (payin: Payin): FoundPayment => ({
  fetched: fetchedPayin(payin),
  returnUrl: payin.return_url,
  reference: payin.reference,
  choice: fieldsOf(payin.payment),
  createdAt: payin.created_at,
})

export const payin: ShopperPaymentKind & SignedKind = {
  ...keyed,
  name,
  ledger: 'order',
  paidEvent: 'order_paid',
  askedBy: 'shopper',
  takesChoice: true,
  isOneOpenAtATime: false,
  listsBeforeFirstAttempt: false,
  yieldsWhenUnanswered: true,
  pageNeedsCode: false,
  webhooks: {
    isSigned: true,
    path,
    read(rawBody) {
      const payin = parsePayinEvent(rawBody)
      return payin && foundPayin(payin)
    },
  },
  statusOrder,
  disputeStatus: 'DISPUTED',
  outcomeOf: ({ status }, reached, completeOn) =>
    statusOrder.indexOf(status) >= statusOrder.indexOf(completeOn)
      ? 'complete'
      : outcomeOf(name, status, reached),
  isFinalAtService: ({ status }) => isEnd(name, status),
  refusalOf: ({ value }) => (isPositive(value) ? null : 'A payment is for an amount of more than 0.'),
  requestOf({ publicUrl, settlement, payerCountry }, { payment, language }, order) {
    const { payer } = order
    if (!payer)
      throw new TypeError(
        "The shop's function find has returned an order without payer.email. A payin needs it.",
      )
    return (ids) =>
      freezePayin(
        {
          amount: order.amount,
          payer: {
            ...(payerCountry && { country: payerCountry }),
            ...payerDetails(payer),
            ...(language && { language }),
          },
          ...(payment && { payment }),
          ...(settlement && { settlement }),
          reference: order.reference,
          // It is unique to this attempt, so a payin whose answer was lost is recognized by it.
          return_url: returnUrlOf(publicUrl, ids.publicId),
          webhook_url: webhookUrlOf(publicUrl, path, ids),
        },
        ids.serviceKey,
      )
  },
}
