// Shared by all steps of a payin: finding it, redirecting when it can no longer be paid, and leaving after the
// decision.
import type { Context } from 'hono'
import type { Clock } from '../../clock.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { Payers } from '../../service/payers.ts'
import type { Payin, Payins } from '../../service/payins.ts'
import { scenarioOf } from '../../service/scenarios.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import { renderUnknown } from '../message.ts'
import { isOpenedByPerson } from '../opened-by-person.ts'
import { languageOf } from '../settings.ts'
import { textsFor } from '../texts/texts.ts'
import type { Visits } from '../visits.ts'
import type { PayinStep } from './payin-step.ts'

export type PayinFlowOptions = { payins: Payins; payers: Payers; clock: Clock; visits: Visits }

/** The payer's decision. */
export type Decision = 'paid' | PayinStatusDetails

export type PayinFlow = ReturnType<typeof createPayinFlow>

export function createPayinFlow({ payins, payers, clock, visits }: PayinFlowOptions) {
  /** The payin of the address, open or ended; a 404 page when it is unknown. */
  function find(c: Context<SandboxEnv>): PayinStep | Response {
    const token = c.req.param('token') ?? ''
    const payin = payins.findByToken(token)
    if (!payin) return c.html(String(renderUnknown(languageOf(c, {}))), 404)
    const visit = visits.of(token)
    const language = languageOf(c, visit, payin.payer.language)
    return {
      payin,
      visit,
      path: payins.hostedPath(payin.id),
      language,
      texts: textsFor(language),
      country: visit.country ?? payin.payer.country ?? '',
      payee: new URL(payin.return_url).host,
      now: clock.now(),
    }
  }

  /** As `find`, but redirects to the status page when the payin is not open. Opening a step makes it INITIATED. */
  function enter(c: Context<SandboxEnv>): PayinStep | Response {
    const step = find(c)
    if (step instanceof Response) return step
    if (!payins.isOpen(step.payin.id)) return c.redirect(step.path, 303)
    if (isOpenedByPerson(c)) payins.open(step.payin.id)
    return step
  }

  /**
   * Applies the payer's decision to an open payin. A second press changes nothing.
   *
   * @returns the address for a 303: the unchanged `return_url` if the payin has the decided outcome, also from an
   *   earlier
   *   press; otherwise the status page
   */
  function decide({ payin, path, visit }: PayinStep, decision: Decision, act: () => void): string {
    const wasOpen = payins.isOpen(payin.id)
    if (wasOpen) act()
    visit.card = undefined
    const now = payins.find(payin.id) ?? payin
    return wasOpen || matchesDecision(now, decision) ? payin.return_url : path
  }

  return {
    find,
    enter,
    decide,
    pay: (step: PayinStep, paidWith?: Parameters<Payins['authorize']>[1]) =>
      decide(step, 'paid', () => payins.authorize(step.payin.id, paidWith)),
    fail: (step: PayinStep, details: PayinStatusDetails) =>
      decide(step, details, () => payins.fail(step.payin.id, details)),
    isOpen: (step: PayinStep) => payins.isOpen(step.payin.id),
    nextChangeAt: (step: PayinStep) => payins.nextChangeAt(step.payin.id),
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
