// A recipient receives (payments-v2, payouts).
import {
  freezePayout,
  type Money,
  type Payout,
  type PayoutPayment,
  type ServiceClient,
  type UserDetails,
} from '../../server/index.ts'
import { fetchedPayment, fieldsOf, findAll, webhookUrlOf } from './keyed.ts'
import {
  type FoundPayment,
  type Freeze,
  type KindOfPayment,
  type RequestConfig,
  returnUrlOf,
} from './kind.ts'

export interface PayoutOrder {
  /** The back office's own, at most 36 characters. */
  readonly reference: string
  readonly amount: Money
  readonly recipient: UserDetails | null
  /** `null`: the recipient chooses on the hosted page. */
  readonly payment: PayoutPayment | null
}

/** The request for a payout. */
export function payoutRequest({ publicUrl }: RequestConfig, payout: PayoutOrder): Freeze {
  const { reference, amount, recipient, payment } = payout
  return (ids) =>
    freezePayout(
      {
        amount,
        ...(recipient && { recipient }),
        ...(payment && { payment }),
        reference,
        return_url: returnUrlOf(publicUrl, ids.publicId),
        webhook_url: webhookUrlOf(publicUrl, 'payouts', ids),
      },
      ids.serviceKey,
    )
}

/** A payout of a list or a webhook. */
export function foundPayout(payout: Payout): FoundPayment {
  const [recipient, payment] = [fieldsOf(payout.recipient), fieldsOf(payout.payment)]
  return {
    fetched: fetchedPayment(payout),
    returnUrl: payout.return_url,
    reference: payout.reference,
    choice: choiceOf(recipient, payment),
  }
}

/** What the back office has decided about a payout, as one choice. */
export const choiceOf = (recipient: object | null, payment: object | null): object | null =>
  recipient || payment ? { recipient, payment } : null

export function createPayoutKind({ payouts }: Pick<ServiceClient, 'payouts'>): KindOfPayment {
  return {
    sending: 'keyed',
    tellsAmount: true,
    create: async (frozen) => fetchedPayment(await payouts.create(frozen)),
    findAll: (reference) => findAll(payouts, reference, foundPayout),
    get: async (id) => fetchedPayment(await payouts.get(id)),
  }
}
