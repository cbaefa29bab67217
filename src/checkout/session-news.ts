// What news from the merchant's server mean. The only door through which an outcome comes in.
import { isFinal, type Outcome } from '../protocol/outcome.ts'
import type { Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { initialState, type State, sessionOf } from './state.ts'
import { failWith, follow, type Step, stay, step, tell } from './step.ts'

/** The session was read: what its status and outcome mean in each state. */
export function sessionRead(state: State, session: Session): Step {
  if (state.phase === 'loading') return loaded(state, session)
  const known = sessionOf(state)
  if (!known || known.id !== session.id) return stay(state)
  const told: Effect[] =
    known.status === session.status
      ? []
      : [{ do: 'tell', event: { name: 'status', session, previous: known.status } }]

  if (!isAhead(session.outcome, known.outcome)) {
    // An outcome never goes back; a new status is told all the same.
    const kept = { ...session, outcome: known.outcome }
    return step({ ...state, session: kept } as State, ...told)
  }
  if (session.outcome !== known.outcome) {
    const reached = arrive(session)
    return step(reached.state, ...told, ...reached.effects)
  }
  // Lost for a while and found again.
  if (state.phase === 'error') {
    const found = arrive(session)
    return step(found.state, ...told, ...found.effects)
  }
  // Nothing runs and nothing can change the rest: one look was enough.
  const over = state.phase === 'idle' || isFinal(session.outcome)
  return step({ ...state, session } as State, ...told, ...(over ? [{ do: 'stop-following' } as const] : []))
}

const order: Record<Outcome, number> = { open: 0, authorized: 1, failed: 2, expired: 2, complete: 3 }

/** Tells whether an outcome may follow another: late money completes what had failed, nothing undoes what is complete. */
function isAhead(outcome: Outcome, known: Outcome): boolean {
  return outcome === known || order[outcome] > order[known]
}

/** The state of a session that is no longer open, and what the page is told. */
export function arrive(session: Session): Step {
  const { outcome } = session
  if (outcome === 'open') return stay({ phase: 'waiting', session, hosted: 'elsewhere', trouble: null })
  if (!isFinal(outcome)) {
    return step({ phase: 'authorized', session }, tell('authorized', session), follow(session.id, session))
  }
  return step(
    { phase: outcome, session },
    { do: 'stop-following' },
    { do: 'close-window' },
    { do: 'forget' },
    tell(outcome, session),
  )
}

function loaded(state: Extract<State, { phase: 'loading' }>, session: Session): Step {
  if (state.id !== session.id) return stay(state)
  if (session.outcome !== 'open') return arrive(session)
  return state.from === 'attribute'
    ? step({ phase: 'idle', session }, { do: 'stop-following' })
    : stay({ phase: 'waiting', session, hosted: 'elsewhere', trouble: null })
}

/** The endpoint does not know the session any more. */
export function sessionLost(state: State, fact: Extract<Fact, { type: 'session-lost' }>): Step {
  // What this tab remembered may be gone from the server: then there is simply nothing to resume.
  if (state.phase === 'loading' && state.from === 'memory') {
    return step(initialState, { do: 'forget' }, { do: 'resume' })
  }
  if (state.phase === 'cancelled') return step({ phase: 'cancelled', session: null }, { do: 'forget' })
  if (isSettled(state)) return stay(state)
  const failed = failWith(state, fact.error, sessionOf(state))
  return step(failed.state, { do: 'forget' }, ...failed.effects)
}

/** The money is promised or there: no fault of ours or of the endpoint's may offer to pay again. */
export function isSettled(state: State): boolean {
  return state.phase === 'authorized' || state.phase === 'complete'
}
