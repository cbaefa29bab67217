// A recipient receives (payments-v2, payouts). The back office asks for it (create/payouts.ts).
import {
  freezePayout,
  type Money,
  outcomeOf,
  type Payout,
  type PayoutPayment,
  parsePayoutEvent,
  type UserDetails,
} from '../../server/index.ts'
import { fetchedPayment, fieldsOf, isEnd, keyed, webhookUrlOf } from './keyed.ts'
import type { SignedKind } from './kind.ts'
import { type Freeze, type RequestConfig, returnUrlOf } from './request.ts'
import type { FoundPayment } from './service-port.ts'

const name = 'payout'
const path = 'payouts'

export interface PayoutOrder {
  /** Chosen by the back office, at most 36 characters. */
  readonly reference: string
  readonly amount: Money
  readonly recipient: UserDetails | null
  /** `null`: the recipient chooses on the hosted page. */
  readonly payment: PayoutPayment | null
}

/** What the back office has specified for a payout, as one choice. */
export const choiceOf = (recipient: object | null, payment: object | null): object | null =>
  recipient || payment ? { recipient, payment } : null

/** Converts a payout from a list or a webhook. */
export function foundPayout(payout: Payout): FoundPayment {
  const [recipient, payment] = [fieldsOf(payout.recipient), fieldsOf(payout.payment)]
  return {
    fetched: fetchedPayment(payout),
    returnUrl: payout.return_url,
    reference: payout.reference,
    choice: choiceOf(recipient, payment),
    createdAt: payout.created_at,
  }
}

export const payout: SignedKind = {
  ...keyed,
  name,
  ledger: 'payout',
  paidEvent: 'payout_paid',
  askedBy: 'back_office',
  takesChoice: true,
  isOneOpenAtATime: true,
  listsBeforeFirstAttempt: true,
  yieldsWhenUnanswered: false,
  pageNeedsCode: true,
  webhooks: {
    isSigned: true,
    path,
    read(rawBody) {
      const payout = parsePayoutEvent(rawBody)
      return payout && foundPayout(payout)
    },
  },
  /** The documents do not show transitions; these follow from the names. */
  statusOrder: ['CREATED', 'INITIATED', 'PROCESSING', 'COMPLETED'],
  disputeStatus: null,
  outcomeOf: ({ status }, reached) => outcomeOf(name, status, reached),
  isFinalAtService: ({ status }) => isEnd(name, status),
}

/** The request for a payout. */
export function payoutRequest({ publicUrl }: RequestConfig, order: PayoutOrder): Freeze {
  const { reference, amount, recipient, payment } = order
  return (ids) =>
    freezePayout(
      {
        amount,
        ...(recipient && { recipient }),
        ...(payment && { payment }),
        reference,
        return_url: returnUrlOf(publicUrl, ids.publicId),
        webhook_url: webhookUrlOf(publicUrl, path, ids),
      },
      ids.serviceKey,
    )
}
