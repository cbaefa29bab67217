// The states of a payin: the payer's decisions, settlement. No HTTP here. Every status change calls `onStatusChange`, which
// sends the webhook.
import type { PayinIntent } from './intents.ts'
import type { PaidWith, Payers } from './payers.ts'
import { type Added, createPayments, type PaymentsOptions } from './payments.ts'
import type { PlannedChange } from './records.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import type { PayinStatus, PayinStatusDetails } from './statuses.ts'

export type Payin = PayinIntent & Added<PayinStatus> & { status_details?: PayinStatusDetails }
export type Payins = ReturnType<typeof createPayins>

export function createPayins({ payers, ...options }: PaymentsOptions<Payin> & { payers: Payers }) {
  const { decidable, move, after, ...payments } = createPayments<
    PayinIntent & { status_details?: PayinStatusDetails },
    PayinStatus
  >(options, '/pay', ({ payer }) => payer.email)

  function planAfterAuthorization({ kind }: Scenario): PlannedChange<Payin>[] {
    const completed = after(1, { status: 'COMPLETED' })
    switch (kind) {
      case 'stays_authorized':
        return []
      case 'settles_first':
        return [after(1, { status: 'SETTLED' }), after(2, { status: 'COMPLETED' })]
      case 'disputed':
        return [completed, after(2, { status: 'DISPUTED' })]
      case 'fails_late':
        return [after(1, { status: 'FAILED', status_details: 'OTHER' })]
      default:
        return [completed]
    }
  }

  /** The payer declined, or was refused. Does nothing when the payin is no longer open. */
  function fail(id: string, details: PayinStatusDetails): void {
    if (decidable(id)) move(id, { status: 'FAILED', status_details: details })
  }

  return {
    ...payments,
    create(intent: PayinIntent, origin: string): Payin {
      payers.register(intent.payer.email)
      return payments.create(intent, origin)
    },
    /**
     * The payer's bank, card issuer or wallet has agreed. The payin's scenario may still make it fail.
     * @param paidWith stored as an instrument of this payer
     */
    authorize(id: string, paidWith?: PaidWith): void {
      const payin = decidable(id)
      if (!payin) return
      const scenario = scenarioOf(payin.amount.value, payin.payer.email)
      if (scenario.kind === 'fails') return fail(id, scenario.details)
      if (paidWith) payers.remember(payin.payer.email, paidWith)
      move(id, { status: 'AUTHORIZED' }, planAfterAuthorization(scenario))
    },
    fail,
    /** Sets any status, for the control panel, and drops the planned changes. */
    moveByHand: (id: string, status: PayinStatus, details?: PayinStatusDetails) =>
      move(id, { status, status_details: details }),
  }
}
