// The demo's back office: every visitor is owed the price of a mug. A merchant's own is a program that knows who is owed
// what, and asks at POST /backoffice/payouts. Whoever comes by must never be paid real money: for the sandbox only.
import { randomBytes } from 'node:crypto'
import type { Clock } from 'payin-checkout/server'
import type { IssuedPayout, Payouts } from '../../src/merchant/create/payouts.ts'

/** The price of order A-1000, which was paid. */
export const refundAmount = { value: '14.00', currency: 'EUR' } as const

/** Ours by its name: the back office's other payouts are nobody's to look up here. */
const ours = /^refund-\d{4}-\d{2}-\d{2}(-[0-9a-f]{8})?$/

export interface RefundsParts {
  readonly payouts: Pick<Payouts, 'create' | 'find'>
  readonly clock: Pick<Clock, 'now'>
}

export type Refunds = ReturnType<typeof createRefunds>

/** All calls throw `DomainError` and `ServiceError`, like `payouts.create`. */
export function createRefunds({ payouts, clock }: RefundsParts) {
  const today = () => `refund-${new Date(clock.now()).toISOString().slice(0, 10)}`

  // One key per reference, so that asking again never begins anew: it finishes what was interrupted, and what has ended
  // stays ended.
  const open = (reference: string): Promise<IssuedPayout> =>
    payouts.create(`demo ${reference}`, { reference, amount: refundAmount, recipient: null, payment: null })

  return {
    /** Today's refund. */
    today: () => open(today()),

    /** The refund of a reference; `null` when none was ever asked for. */
    async find(reference: string): Promise<IssuedPayout | null> {
      if (!ours.test(reference) || !(await payouts.find(reference))) return null
      return open(reference)
    },

    /** The reference of a further refund of today's, under which nobody else's can be found. */
    another: () => `${today()}-${randomBytes(4).toString('hex')}`,

    /** Asks for the refund of a reference that `another` gave. */
    open,
  }
}
