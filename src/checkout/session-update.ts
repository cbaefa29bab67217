// What news from the merchant's server mean. The only door through which an outcome comes in.
import { type Fault, faultOf } from '../protocol/fault.ts'
import { hasMoney, isAhead, isFinal } from '../protocol/outcome.ts'
import { needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { initialState, isOtherPayment, isPromisedElsewhere, type State, sessionOf } from './state.ts'
import { emit, failWith, follow, type Step, stay, step } from './step.ts'

/** The session was read: what its status and outcome mean in each state. */
export function sessionRead(state: State, session: Session): Step {
  if (state.phase === 'loading') return sessionLoaded(state, session)
  const known = sessionOf(state)
  if (!known || known.id !== session.id) return stay(state)
  const statusEvent: Effect[] =
    known.status === session.status ? [] : [emit({ name: 'status', session, previous: known.status })]
  const update = updated(state, known, session)
  return step(update.state, ...statusEvent, ...update.effects)
}

function updated(state: State, known: Session, session: Session): Step {
  if (isPaidElsewhere(state)) {
    // An order that is paid stays so, whatever an older answer says. Only this session's own money is still news.
    if (session.outcome === 'complete') return enterOutcome(session)
    const outcome = isAhead(session.outcome, known.outcome) ? session.outcome : known.outcome
    return stay({ ...state, session: { ...session, outcome, order_outcome: known.order_outcome } } as State)
  }
  const hasProgressed = isAhead(session.outcome, known.outcome)
  if (!hasProgressed && session.outcome !== known.outcome) {
    // An outcome never goes back; a new status is told all the same.
    return sameOutcome(state, known, { ...session, outcome: known.outcome }, false)
  }
  // Lost for a while and found again, in phase `error`.
  if (hasProgressed || state.phase === 'error') {
    const reached = enterOutcome(session)
    // A link that is on its way would open a payment that is over.
    const abandon: Effect[] = state.phase === 'creating' ? [{ do: 'abandon-create' }] : []
    return step(reached.state, ...abandon, ...reached.effects)
  }
  // Nothing runs and nothing can change the rest: one look was enough.
  const isEnd = state.phase === 'idle' ? !isWatched(session) : isFinal(session.outcome)
  return sameOutcome(state, known, session, isEnd)
}

/** The same outcome as before; the order may have reached another one. */
function sameOutcome(state: State, known: Session, session: Session, isEnd: boolean): Step {
  const elsewhere = isSettled(state) ? null : reachedElsewhere(session)
  if (elsewhere === 'complete') return paidElsewhere(session)
  if (elsewhere && !reachedElsewhere(known)) return promisedElsewhere(state, session)
  const stop: Effect[] = isEnd && !elsewhere ? [{ do: 'stop-following' }] : []
  return step({ ...state, session } as State, ...stop)
}

/** Whether a session that is not paid yet may end while the page only shows it: a code is typed, or a promise is waited for. */
function isWatched(session: Session): boolean {
  return needsCode(session) || reachedElsewhere(session) !== null
}

/** What the order was promised by may fail: nothing ends but what was asked for here. */
function promisedElsewhere(state: State, session: Session): Step {
  const rest: State =
    state.phase === 'waiting'
      ? { ...state, session, hosted: 'elsewhere', trouble: null }
      : state.phase === 'creating'
        ? { phase: 'idle', session }
        : ({ ...state, session } as State)
  return step(rest, { do: 'abandon-create' }, { do: 'close-window' })
}

const paid = faultOf('already_paid', 'The order was paid by another session than the one that is shown.')

/** As when a create is refused because the order is paid. */
function paidElsewhere(session: Session): Step {
  const failed = failWith(initialState, paid, session)
  return step(failed.state, { do: 'abandon-create' }, { do: 'stop-following' }, ...failed.effects)
}

function isPaidElsewhere(state: State): boolean {
  return state.phase === 'error' && state.error.kind === 'already_paid'
}

/** The state of a session that is no longer open, and what the page is told. */
export function enterOutcome(session: Session): Step {
  const { outcome } = session
  const elsewhere = reachedElsewhere(session)
  // A promise of this session's own is shown as such: its money is on the way, too.
  if (elsewhere === 'complete' && outcome !== 'authorized') return paidElsewhere(session)
  const watch = follow(session.id, session)
  if (outcome === 'open') {
    return step({ phase: 'waiting', session, hosted: 'elsewhere', trouble: null }, watch)
  }
  if (!isFinal(outcome)) {
    return step({ phase: outcome, session }, emit({ name: outcome, session }), watch)
  }
  return step(
    { phase: outcome, session },
    // The promise of another session may be broken: then this one is shown as it ended, with what can be done.
    elsewhere ? watch : { do: 'stop-following' },
    { do: 'close-window' },
    // What is paid is not offered again in this tab; what has failed is.
    ...(elsewhere ? [] : [{ do: hasMoney(outcome) ? 'remember' : 'forget', session } as const]),
    emit({ name: outcome, session }),
  )
}

/** What another checkout of this page has opened or has read: there is one payment of the order, wherever it is shown. */
export function orderUpdated(state: State, session: Session): Step {
  const { phase } = state
  const own = sessionOf(state)
  const isOpen = session.outcome === 'open'
  if ((phase === 'loading' ? state.id : own?.id) === session.id)
    return isOpen && (phase === 'idle' || phase === 'loading')
      ? enterOutcome(session)
      : sessionRead(state, session)
  const isFree =
    phase === 'error'
      ? !state.paused && !isPaidElsewhere(state)
      : phase === 'cancelled' || isOtherPayment(state, session.id)
  if (isFree && (isOpen || hasMoney(session.outcome))) return enterOutcome(session)
  // The page shows a session of its own that can be paid.
  return own && session.outcome === 'complete'
    ? sessionRead(state, { ...own, order_outcome: 'complete' })
    : stay(state)
}

function sessionLoaded(state: Extract<State, { phase: 'loading' }>, session: Session): Step {
  if (state.id !== session.id) return stay(state)
  if (session.outcome !== 'open' || reachedElsewhere(session) === 'complete') return enterOutcome(session)
  return state.from === 'attribute'
    ? step({ phase: 'idle', session }, ...(isWatched(session) ? [] : [{ do: 'stop-following' } as const]))
    : stay({ phase: 'waiting', session, hosted: 'elsewhere', trouble: null })
}

/** The endpoint refuses to tell of the session. It is paused: what has been paid meanwhile is found once it tells again. */
export function sessionRefused(state: State, error: Fault): Step {
  const stop: Effect = { do: 'stop-following' }
  if (state.phase === 'error' && state.paused) return step(state, stop)
  if ((state.phase !== 'loading' && state.phase !== 'waiting') || isPromisedElsewhere(state))
    return stay(state)
  const session = sessionOf(state)
  return step(
    { phase: 'error', error, session, attempt: null, paused: { ...state, trouble: null } },
    { do: 'abandon-create' },
    stop,
    { do: 'leave-window' },
    emit({ name: 'error', session, error }),
  )
}

const forget: Effect = { do: 'forget', session: null }

/** The endpoint does not know the session any more. */
export function sessionLost(state: State, fact: Extract<Fact, { type: 'session-lost' }>): Step {
  // What this tab remembered may be gone from the server: then there is simply nothing to resume.
  if (state.phase === 'loading' && state.from === 'memory') {
    return step(initialState, forget, { do: 'resume' })
  }
  if (state.phase === 'cancelled') return step({ phase: 'cancelled', session: null }, forget)
  if (isSettled(state)) return stay(state)
  const failed = failWith(state, fact.error, sessionOf(state))
  return step(failed.state, forget, ...failed.effects)
}

/** The money is promised or there: no fault of ours or of the endpoint's may offer to pay again. */
function isSettled(state: State): boolean {
  const session = sessionOf(state)
  return session !== null && hasMoney(session.outcome)
}
