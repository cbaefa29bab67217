// The flow of a payin, and the payer's decision: what all its steps share.
import type { Payers } from '../../service/payers.ts'
import type { Payin, Payins } from '../../service/payins.ts'
import { scenarioOf } from '../../service/scenarios.ts'
import { isOpen, type PayinStatusDetails } from '../../service/statuses.ts'
import { createFlow, type FlowParts } from '../flow.ts'
import type { View } from '../view.ts'

export type PayinFlowOptions = FlowParts & { payins: Payins; payers: Payers }

/** A payin with everything that a page about it needs. */
export type PayinStep = View & { payin: Payin }

/** The payer's decision. */
type Decision = 'paid' | PayinStatusDetails

export type PayinFlow = ReturnType<typeof createPayinFlow>

export function createPayinFlow({ payins, payers, ...parts }: PayinFlowOptions) {
  const flow = createFlow({
    ...parts,
    prefix: '/pay/:token',
    find(token) {
      const payin = payins.findByToken(token)
      return payin && { payin }
    },
    factsOf: ({ payin }) => ({
      amount: payin.amount,
      payee: new URL(payin.return_url).host,
      reference: payin.reference,
      expiresAt: payin.expires_at,
      preferred: payin.payer,
    }),
    isOpen: ({ payin }) => isOpen(payin.status),
    opened: ({ payin }) => payins.open(payin.id),
  })

  const statusNow = ({ payin }: PayinStep) => payins.find(payin.id)?.status ?? payin.status

  /**
   * Applies the payer's decision to an open payin. A second press changes nothing.
   *
   * @returns the address for a 303: the unchanged `return_url` if the payin has the decided outcome, also from an
   *   earlier press; otherwise the status page
   */
  function decide(step: PayinStep, decision: Decision, act: () => void): string {
    const { payin, path, visit } = step
    const wasOpen = isOpen(statusNow(step))
    if (wasOpen) act()
    visit.card = undefined
    const now = payins.find(payin.id) ?? payin
    return wasOpen || matchesDecision(now, decision) ? payin.return_url : path
  }

  return {
    ...flow,
    pay: (step: PayinStep, paidWith?: Parameters<Payins['authorize']>[1]) =>
      decide(step, 'paid', () => payins.authorize(step.payin.id, paidWith)),
    fail: (step: PayinStep, details: PayinStatusDetails) =>
      decide(step, details, () => payins.fail(step.payin.id, details)),
    statusNow,
    instrumentsOf: ({ payin }: PayinStep) => payers.instrumentsOf(payin.payer.email),
    accountOf: ({ payin }: PayinStep, instrumentId: string) =>
      payers.accountOf(payin.payer.email, instrumentId),
  }
}

function matchesDecision(payin: Payin, decision: Decision): boolean {
  if (decision !== 'paid') return payin.status === 'FAILED' && payin.status_details === decision
  // A scenario can turn a payment into a failure. Then this failure is the outcome of the decision.
  const scenario = scenarioOf(payin.amount.value, payin.payer.email)
  if (scenario.kind === 'fails') return payin.status === 'FAILED' && payin.status_details === scenario.details
  return ['AUTHORIZED', 'SETTLED', 'COMPLETED'].includes(payin.status)
}
