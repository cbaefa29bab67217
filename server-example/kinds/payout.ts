// A recipient receives (payments-v2, payouts).
import {
  freezePayout,
  type Money,
  type PayoutPayment,
  type ServiceClient,
  type UserDetails,
} from 'payin-checkout/server'
import { fetchedPayment, findByReturnUrl } from './keyed.ts'
import { type Freeze, type KindOfPayment, type RequestConfig, returnUrlOf } from './kind.ts'

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
        return_url: returnUrlOf(publicUrl, ids),
        webhook_url: `${publicUrl}/webhooks/payouts`,
      },
      ids.serviceKey,
    )
}

export function createPayoutKind({ payouts }: Pick<ServiceClient, 'payouts'>): KindOfPayment {
  return {
    sending: 'keyed',
    tellsAmount: true,
    create: async (frozen) => fetchedPayment(await payouts.create(frozen)),
    async find(reference, returnUrl) {
      const found = await findByReturnUrl(payouts, reference, returnUrl)
      return found && fetchedPayment(found)
    },
    get: async (id) => fetchedPayment(await payouts.get(id)),
  }
}
