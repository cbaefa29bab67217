// The states of a payout: the recipient's claim, processing. No HTTP here.
import type { PayoutIntent } from './intents.ts'
import { type Added, createPayments, type PaymentsOptions } from './payments.ts'
import type { PlannedChange } from './records.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import type { PayoutStatus } from './statuses.ts'

export type Payout = PayoutIntent & Added<PayoutStatus>
export type Payouts = ReturnType<typeof createPayouts>

export function createPayouts(options: PaymentsOptions<Payout>) {
  const { decidable, move, after, ...payments } = createPayments<PayoutIntent, PayoutStatus>(
    options,
    '/payout',
    // The wallet that the merchant names. One that the recipient enters comes too late to expire soon.
    ({ payment }) => (payment?.method === 'service_wallet' ? payment.email : undefined),
  )

  function planAfterClaim({ kind }: Scenario): PlannedChange<Payout>[] {
    if (kind === 'stays_authorized') return []
    const failed = kind === 'fails' || kind === 'fails_late'
    return [after(1, { status: failed ? 'FAILED' : 'COMPLETED' })]
  }

  return {
    ...payments,
    /**
     * The recipient has entered a destination, or confirmed the merchant's. The payout does not contain what was entered:
     * the documents do not say that the service shows it, and an IBAN is private.
     *
     * @param email of the destination wallet: it can choose a scenario too
     */
    claim(id: string, email?: string): void {
      const payout = decidable(id)
      if (payout) move(id, { status: 'PROCESSING' }, planAfterClaim(scenarioOf(payout.amount.value, email)))
    },
    /** The recipient refused the money. Does nothing when the payout is no longer open. */
    refuse(id: string): void {
      if (decidable(id)) move(id, { status: 'FAILED' })
    },
    /** Sets any status, for the control panel, and drops the planned changes. */
    moveByHand: (id: string, status: PayoutStatus) => move(id, { status }),
  }
}
