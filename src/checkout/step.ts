// The building blocks of `next`: a step, and the effects that several facts share.
import type { Fault } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import type { CheckoutEvent } from './events.ts'
import type { Effect, EmitEffect } from './facts.ts'
import type { State } from './state.ts'

export interface Step {
  readonly state: State
  readonly effects: readonly Effect[]
}

/** The next state and its effects. `step(state)`, with the state as it is: the fact means nothing there. */
export function step(state: State, ...effects: Effect[]): Step {
  return { state, effects }
}

export function follow(id: string, session: Session | null): Effect {
  return { do: 'follow', id, session }
}

export function checkNow(id: string, session: Session | null): Effect {
  return { do: 'check-now', id, session }
}

export function emit(event: CheckoutEvent): EmitEffect {
  return { do: 'emit', event }
}

/**
 * The error state of a fault, and its event.
 * @param once the id of the session, if the fault came with a read and not with a press
 */
export function failWith(state: State, error: Fault, session: Session | null, once?: string): Step {
  // A retryable request keeps its idempotency key, so that the server sees the same attempt.
  const attempt = state.phase === 'creating' && error.retryable ? state.attempt : null
  return step(
    { phase: 'error', error, session, attempt },
    { do: 'close-window' },
    { ...emit({ name: 'error', session, error }), ...(once && { once }) },
  )
}

/** Reads a session of which only the id is known. */
export function load(id: string, from: 'attribute' | 'memory'): Step {
  return step({ phase: 'loading', id, from, trouble: null }, follow(id, null))
}
