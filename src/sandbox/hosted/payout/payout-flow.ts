// The flow of a payout, and its drafts: what all its steps share.
import type { Payers } from '../../service/payers.ts'
import type { Payout, Payouts } from '../../service/payouts.ts'
import { isOpen } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { createFlow, type FlowParts } from '../flow.ts'
import { isolate } from '../texts/texts.ts'
import type { View } from '../view.ts'
import type { Visit } from '../visits.ts'
import { type Destination, givenDestination } from './destination.ts'

export type PayoutPagesOptions = FlowParts & { payouts: Payouts; payers: Payers }

/** A payout with everything that a page about it needs. */
export type Claim = View & { payout: Payout }

export type PayoutFlow = ReturnType<typeof createPayoutFlow>

export function createPayoutFlow({ payouts, payers, ...parts }: PayoutPagesOptions) {
  const flow = createFlow({
    ...parts,
    prefix: '/payout/:token',
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

/** The destination that a recipient has entered and not yet confirmed. In memory only, because it is private. */
export type Draft = {
  destination: Destination
  /** False until the recipient has compared an entered wallet address. */
  isChecked: boolean
  /** Increases with each change: a review page in another tab must not confirm a destination that it does not show. */
  version: number
}

function createDrafts() {
  const drafts = new WeakMap<Visit, Draft>()

  return {
    of: (visit: Visit): Draft | undefined => drafts.get(visit),
    /** @param isChecked false for an address that the recipient must still compare */
    put(visit: Visit, destination: Destination, isChecked: boolean): void {
      const version = (drafts.get(visit)?.version ?? 0) + 1
      drafts.set(visit, { destination, isChecked, version })
    },
    check(visit: Visit): void {
      const draft = drafts.get(visit)
      if (draft) drafts.set(visit, { ...draft, isChecked: true })
    },
    forget: (visit: Visit): void => void drafts.delete(visit),
  }
}

/** The amount and the merchant, for use in a message. */
export function namesIn({ amount, payee, language }: View): { amount: string; merchant: string } {
  return { amount: isolate(amountText(amount, language)), merchant: isolate(payee) }
}
