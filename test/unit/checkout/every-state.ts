// One example of every phase and of every fact, all about session cs_1 and attempt key-1.
import type { Effect, Fact } from '../../../src/checkout/facts.ts'
import { next } from '../../../src/checkout/next.ts'
import type { Hosted, Phase, State } from '../../../src/checkout/state.ts'
import type { Step } from '../../../src/checkout/step.ts'
import type { CreateRequest } from '../../../src/platform/ports.ts'
import { aFault, aSession } from '../../support/sessions.ts'

export type FactType = Fact['type']

export const stateOf: Record<Phase, State> = {
  idle: { phase: 'idle', session: null },
  loading: { phase: 'loading', id: 'cs_1', from: 'memory', trouble: null },
  creating: { phase: 'creating', attempt: 'key-1', opening: 'popup', session: null },
  waiting: waitingIn('popup'),
  cancelled: { phase: 'cancelled', session: aSession() },
  authorized: { phase: 'authorized', session: aSession({ status: 'AUTHORIZED' }) },
  complete: { phase: 'complete', session: aSession({ status: 'COMPLETED' }) },
  failed: { phase: 'failed', session: aSession({ status: 'FAILED' }) },
  expired: { phase: 'expired', session: aSession({ status: 'EXPIRED' }) },
  error: { phase: 'error', error: aFault(), session: null, attempt: 'key-1' },
}

export const factOf: Record<FactType, Fact> = {
  pressed: { type: 'pressed', order: 'A-1001', opening: 'popup', named: '', remembered: null },
  'start-allowed': {
    type: 'start-allowed',
    attempt: 'key-2',
    request: aRequest(),
    sent: aRequest(),
    joins: false,
    mistake: null,
    opening: 'popup',
  },
  'window-refused': { type: 'window-refused' },
  'no-window': { type: 'no-window', redirect: true },
  'opening-prevented': { type: 'opening-prevented' },
  'window-closed': { type: 'window-closed' },
  'session-created': { type: 'session-created', attempt: 'key-1', session: aSession() },
  'create-failed': { type: 'create-failed', attempt: 'key-1', error: aFault() },
  'link-renewed': { type: 'link-renewed', session: aSession(), opening: 'popup' },
  'link-refused': { type: 'link-refused', id: 'cs_1', error: aFault() },
  connected: { type: 'connected', named: '', remembered: 'cs_1' },
  disconnected: { type: 'disconnected' },
  'session-read': { type: 'session-read', session: aSession({ status: 'INITIATED' }) },
  'order-updated': { type: 'order-updated', session: aSession({ id: 'cs_2' }) },
  'trouble-changed': { type: 'trouble-changed', trouble: aFault() },
  'session-refused': { type: 'session-refused', error: aFault('forbidden') },
  'session-lost': { type: 'session-lost', error: aFault('not_found') },
  'shopper-returned': { type: 'shopper-returned', id: 'cs_1' },
  woken: { type: 'woken', restored: true },
  'time-is-up': { type: 'time-is-up' },
  'check-requested': { type: 'check-requested' },
  cancelled: { type: 'cancelled' },
  reset: { type: 'reset' },
}

export const phases = Object.keys(stateOf) as Phase[]
export const factTypes = Object.keys(factOf) as FactType[]

export function waitingIn(hosted: Hosted): State {
  return { phase: 'waiting', session: aSession(), hosted, trouble: null }
}

/** The create request of a press for order A-1001. */
export function aRequest(fields: Partial<CreateRequest> = {}): CreateRequest {
  return { order: 'A-1001', kind: 'payin', lang: 'en', ...fields }
}

/** A press that no listener prevents: the steps that follow, without the `start` event. */
export function press(state: State, start: Partial<Extract<Fact, { type: 'start-allowed' }>> = {}): Step {
  const pressed = next(state, factOf.pressed)
  const asksThePage = pressed.effects.some((effect) => effect.do === 'emit' && effect.answer)
  return asksThePage ? next(pressed.state, { ...factOf['start-allowed'], ...start } as Fact) : pressed
}

/** The short name of an effect in the tables. */
export function wordOf(effect: Effect): string {
  return effect.do === 'emit' ? `emit:${effect.event.name}` : effect.do
}
