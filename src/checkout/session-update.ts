// What an answer of the merchant's server changes: a session that was read, refused or lost. This is the only place
// where an outcome enters the state. Part of `next`: pure functions only.
import { type Fault, faultOf } from '../protocol/fault.ts'
import { hasMoney, isAhead, isFinal } from '../protocol/outcome.ts'
import { misfitOf, needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { idIn, initialState, isOrderChanged, isOtherPayment, type State, sessionOf } from './state.ts'
import { emit, failWith, follow, type Step, step } from './step.ts'

/** A session was read: what its status and outcome mean in each state. */
export function sessionRead(state: State, session: Session): Step {
  if (state.phase === 'loading') return sessionLoaded(state, session)
  const known = sessionOf(state)
  if (!known || known.id !== session.id) return step(state)
  const statusEvent: Effect[] =
    known.status === session.status ? [] : [emit({ name: 'status', session, previous: known.status })]
  const update = updated(state, known, session)
  return step(update.state, ...statusEvent, ...update.effects)
}

function updated(state: State, known: Session, session: Session): Step {
  if (isPaidElsewhere(state)) {
    // A paid order stays paid, whatever an older answer says. Only a completion of this session itself still matters.
    if (session.outcome === 'complete' || misfitOf(session)) return enterOutcome(session)
    const outcome = isAhead(session.outcome, known.outcome) ? session.outcome : known.outcome
    return step({ ...state, session: { ...session, outcome, order_outcome: known.order_outcome } } as State, {
      do: 'stop-following',
    })
  }
  // Money that does not fit the order may come after a failure, too.
  const isLateMisfit = misfitOf(session) && !hasMoney(known.outcome)
  const hasProgressed = isAhead(session.outcome, known.outcome) || isLateMisfit
  if (!hasProgressed && session.outcome !== known.outcome) {
    // An outcome never goes back. A new status is emitted all the same.
    return sameOutcome(state, known, { ...session, outcome: known.outcome }, false)
  }
  // For a changed order, only money is news.
  if (isOrderChanged(state) && !hasMoney(session.outcome) && !reachedElsewhere(session)) {
    return sameOutcome(state, known, session, isFinal(session.outcome))
  }
  // In phase `error`, the session was lost or refused for a while and is readable again.
  if (hasProgressed || state.phase === 'error') {
    const reached = enterOutcome(session)
    // The answer to a pending link request would open a payment that has ended.
    return step(reached.state, { do: 'abandon-create' }, ...reached.effects)
  }
  // No payment runs here, or the outcome is final: no further reads are needed.
  const isEnd = state.phase === 'idle' ? !isWatched(session) : isFinal(session.outcome)
  return sameOutcome(state, known, session, isEnd)
}

/** The session's outcome is unchanged. The order's may have changed by another session. */
function sameOutcome(state: State, known: Session, session: Session, isEnd: boolean): Step {
  const elsewhere = isSettled(state) ? null : reachedElsewhere(session)
  if (elsewhere === 'complete') return paidElsewhere(session)
  if (elsewhere && !reachedElsewhere(known)) return authorizedElsewhere(state, session)
  const stop: Effect[] = isEnd && !elsewhere ? [{ do: 'stop-following' }] : []
  return step({ ...state, session } as State, ...stop)
}

/** Whether to follow a session that the page only shows: while its code is typed, or while another session is authorized. */
function isWatched(session: Session): boolean {
  return needsCode(session) || reachedElsewhere(session) !== null
}

/** Another session of the order is authorized. It may still fail, so only the pending request and the window end here. */
function authorizedElsewhere(state: State, session: Session): Step {
  const rest: State =
    state.phase === 'waiting'
      ? { ...state, session, hosted: 'elsewhere', trouble: null }
      : state.phase === 'creating'
        ? { phase: 'idle', session }
        : ({ ...state, session } as State)
  return step(rest, { do: 'abandon-create' }, { do: 'close-window' })
}

const paid = faultOf('already_paid', 'The order was paid by another session.')

/** The order was paid by another session: the same error as for a create that is refused for this reason. */
function paidElsewhere(session: Session): Step {
  const failed = failWith(initialState, paid, session, session.id)
  return step(failed.state, { do: 'abandon-create' }, { do: 'stop-following' }, ...failed.effects)
}

function isPaidElsewhere(state: State): boolean {
  return state.phase === 'error' && state.error.kind === 'already_paid'
}

/** The state for a session's outcome, its event, and whether it is still followed. */
export function enterOutcome(session: Session): Step {
  const { outcome } = session
  const elsewhere = reachedElsewhere(session)
  // This session may be authorized itself. Then that is shown, because its money is on the way, too.
  if (elsewhere === 'complete' && outcome !== 'authorized') return paidElsewhere(session)
  const watch = follow(session.id, session)
  if (outcome === 'open') {
    return step({ phase: 'waiting', session, hosted: 'elsewhere', trouble: null }, watch)
  }
  if (!isFinal(outcome)) {
    return step({ phase: outcome, session }, { do: 'leave-window' }, emit({ name: outcome, session }), watch)
  }
  return step(
    { phase: outcome, session },
    // The other, authorized session may still fail. Then this one is shown with its own outcome and buttons.
    elsewhere ? watch : { do: 'stop-following' },
    { do: 'close-window' },
    // A paid session stays stored, so that this tab does not offer to pay the order again. A failed one is removed.
    ...(elsewhere ? [] : [{ do: hasMoney(outcome) ? 'remember' : 'forget', session } as const]),
    emit({ name: outcome, session }),
  )
}

/** Another checkout of this page opened or read a session. An order has one payment, so this one shows it, too. */
export function orderUpdated(state: State, session: Session): Step {
  const { phase } = state
  const own = sessionOf(state)
  const isOpen = session.outcome === 'open'
  if (idIn(state) === session.id)
    return isOpen && (phase === 'idle' || phase === 'loading')
      ? enterOutcome(session)
      : sessionRead(state, session)
  const isFree =
    phase === 'error'
      ? !state.paused && !isPaidElsewhere(state)
      : phase === 'cancelled' || isOtherPayment(state, session.id)
  if (isFree && (isOpen || hasMoney(session.outcome))) return enterOutcome(session)
  // This checkout shows a session of its own that could still be paid.
  return own && session.outcome === 'complete'
    ? sessionRead(state, { ...own, order_outcome: 'complete' })
    : step(state)
}

function sessionLoaded(state: Extract<State, { phase: 'loading' }>, session: Session): Step {
  if (state.id !== session.id) return step(state)
  if (session.outcome !== 'open' || reachedElsewhere(session) === 'complete') return enterOutcome(session)
  return state.from === 'attribute'
    ? step({ phase: 'idle', session }, ...(isWatched(session) ? [] : [{ do: 'stop-following' } as const]))
    : step({ phase: 'waiting', session, hosted: 'elsewhere', trouble: null })
}

/**
 * The endpoint refuses to return a session of which only the id is known. It is paused: a payment made meanwhile is found once
 * reads work again. A payment that is known is followed without an end.
 */
export function sessionRefused(state: State, error: Fault): Step {
  const stop: Effect = { do: 'stop-following' }
  if (state.phase === 'error' && state.paused) return step(state, stop)
  if (state.phase !== 'loading') return step(state)
  const failed = failWith(state, error, null, state.id)
  return step({ ...failed.state, paused: { ...state, trouble: null } } as State, stop, ...failed.effects)
}

const forget: Effect = { do: 'forget', session: null }

/** The endpoint does not know the session any more. */
export function sessionLost(state: State, fact: Extract<Fact, { type: 'session-lost' }>): Step {
  // This tab stored a session that the server no longer has: there is nothing to resume, and no error to show.
  if (state.phase === 'loading' && state.from === 'memory') {
    return step(initialState, forget, { do: 'resume' })
  }
  if (state.phase === 'cancelled') return step({ phase: 'cancelled', session: null }, forget)
  if (isSettled(state)) return step(state)
  const failed = failWith(state, fact.error, sessionOf(state), idIn(state))
  return step(failed.state, forget, ...failed.effects)
}

/** Whether the session is authorized or complete. Then no fault may offer to pay again. */
function isSettled(state: State): boolean {
  const session = sessionOf(state)
  return session !== null && hasMoney(session.outcome)
}
