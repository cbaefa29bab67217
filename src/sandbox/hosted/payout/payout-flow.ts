// The flow of a payout, and its drafts: what all its steps share.
import type { Clock } from '../../clock.ts'
import type { Payers } from '../../service/payers.ts'
import type { Payout, Payouts } from '../../service/payouts.ts'
import { isOpen } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { createFlow } from '../flow.ts'
import { isolate } from '../texts/texts.ts'
import type { View } from '../view.ts'
import type { Visits } from '../visits.ts'
import { type Destination, givenDestination } from './destination.ts'
import { createDrafts } from './drafts.ts'

export type PayoutPagesOptions = { payouts: Payouts; payers: Payers; clock: Clock; visits: Visits }

/** A payout with everything that a page about it needs. */
export type Claim = View & { payout: Payout }

export type PayoutFlow = ReturnType<typeof createPayoutFlow>

export function createPayoutFlow({ payouts, payers, clock, visits }: PayoutPagesOptions) {
  const flow = createFlow({
    prefix: '/payout/:token',
    clock,
    visits,
    find(token) {
      const payout = payouts.findByToken(token)
      return payout && { payout }
    },
    factsOf: ({ payout }) => ({
      amount: payout.amount,
      payee: new URL(payout.return_url).host,
      reference: payout.reference,
      expiresAt: payout.expires_at,
      preferred: payout.recipient,
    }),
    isOpen: ({ payout }) => isOpen(payout.status),
    opened: ({ payout }) => payouts.open(payout.id),
  })
  return {
    ...flow,
    drafts: createDrafts(),
    /** The merchant's destination; `undefined` when the recipient must enter one. */
    givenTo: ({ payout }: Claim): Destination | undefined => givenDestination(payout, payers),
  }
}

/** The amount and the merchant, for use in a message. */
export function namesIn({ amount, payee, language }: View): { amount: string; merchant: string } {
  return { amount: isolate(amountText(amount, language)), merchant: isolate(payee) }
}
