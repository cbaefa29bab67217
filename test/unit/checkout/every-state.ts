// One example of every phase and of every fact, all about session cs_1 and attempt key-1.
import type { Effect, Fact } from '../../../src/checkout/facts.ts'
import type { Hosted, Phase, State } from '../../../src/checkout/state.ts'
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
  pressed: { type: 'pressed', attempt: 'key-2', opening: 'popup' },
  'window-refused': { type: 'window-refused', redirect: true },
  'window-closed': { type: 'window-closed' },
  'session-created': { type: 'session-created', attempt: 'key-1', session: aSession() },
  'create-failed': { type: 'create-failed', attempt: 'key-1', error: aFault() },
  'link-renewed': { type: 'link-renewed', session: aSession(), opening: 'popup' },
  'link-refused': { type: 'link-refused', id: 'cs_1', error: aFault() },
  'session-found': { type: 'session-found', id: 'cs_1', from: 'memory' },
  'session-read': { type: 'session-read', session: aSession({ status: 'INITIATED' }) },
  'trouble-changed': { type: 'trouble-changed', trouble: aFault() },
  'session-lost': { type: 'session-lost', error: aFault('not_found') },
  'shopper-returned': { type: 'shopper-returned', id: 'cs_1' },
  'page-restored': { type: 'page-restored' },
  cancelled: { type: 'cancelled' },
  reset: { type: 'reset' },
  misconfigured: { type: 'misconfigured', error: aFault('misconfigured') },
}

export const phases = Object.keys(stateOf) as Phase[]
export const factTypes = Object.keys(factOf) as FactType[]

export function waitingIn(hosted: Hosted): State {
  return { phase: 'waiting', session: aSession(), hosted, trouble: null }
}

/** An effect in a word, as the tables write it. */
export function wordOf(effect: Effect): string {
  return effect.do === 'tell' ? `tell:${effect.event.name}` : effect.do
}
