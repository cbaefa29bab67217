// The demo's back office: every visitor gets a refund of the price of a mug. A merchant's own is a program that knows its
// refunds and calls POST /backoffice/payouts. For the sandbox only: visitors must never get real money.
import { randomBytes } from 'node:crypto'
import type { Clock } from 'payin-checkout/server'
import type { IssuedPayout, Payouts } from '../../src/merchant/create/payouts.ts'

/** The price of the paid order A-1000. */
export const refundAmount = { value: '14.00', currency: 'EUR' } as const

/** References of the demo's refunds: other payouts of the back office must not be readable here. */
const ours = /^refund-\d{4}-\d{2}-\d{2}(-[0-9a-f]{8})?$/

export interface RefundsParts {
  readonly payouts: Pick<Payouts, 'create' | 'find'>
  readonly clock: Pick<Clock, 'now'>
}

export type Refunds = ReturnType<typeof createRefunds>

/** All calls throw `DomainError` and `ServiceError`, like `payouts.create`. */
export function createRefunds({ payouts, clock }: RefundsParts) {
  const today = () => `refund-${new Date(clock.now()).toISOString().slice(0, 10)}`

  // One key per reference, so that a repeated request never creates another payout: it finishes an interrupted one, and a
  // finished one stays finished.
  const open = (reference: string): Promise<IssuedPayout> =>
    payouts.create(`demo ${reference}`, { reference, amount: refundAmount })

  return {
    /** Today's refund. */
    today: () => open(today()),

    /** The refund of a reference; `null` when none was requested. */
    async find(reference: string): Promise<IssuedPayout | null> {
      if (!ours.test(reference) || !(await payouts.find(reference))) return null
      return open(reference)
    },

    /** An unguessable reference for another refund. */
    another: () => `${today()}-${randomBytes(4).toString('hex')}`,

    /** Requests the refund of a reference from `another`. */
    open,
  }
}
