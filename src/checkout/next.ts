// The whole behaviour of a payment in the widget: a state and a fact give the next state and the effects to carry out.
// Pure functions only; effects run in create-checkout.ts. Outcomes come in only with what the server answers
// (`session-read`, `session-created`, `link-renewed`). So only the server can complete a payment: a closed window, a
// return or a timer cannot.
import type { Effect, Fact } from './facts.ts'
import {
  linkRefused,
  linkRenewed,
  noWindow,
  openingPrevented,
  sessionCreated,
  windowClosed,
  windowRefused,
} from './opening.ts'
import { pressed, startAllowed } from './press.ts'
import { orderUpdated, sessionLost, sessionRead, sessionRefused } from './session-update.ts'
import { followedOf, initialState, isOtherPayment, type State, sessionOf } from './state.ts'
import { checkNow, emit, failWith, follow, load, type Step, step } from './step.ts'

/** The next state and the effects of a fact. A fact without a meaning in a state changes nothing: late facts are normal. */
export function next(state: State, fact: Fact): Step {
  if (state.phase !== 'error' || !state.paused || !resumesPaused.has(fact.type)) return decide(state, fact)
  const { paused } = state
  if (fact.type === 'pressed') return resumeFollowing(paused)
  const decided = decide(paused, fact)
  // A fact about another session leaves this one paused.
  return step(decided.state === paused ? state : decided.state, ...decided.effects)
}

/** The facts that resume a paused payment: a press, a return, or an update of the session. */
const resumesPaused: ReadonlySet<Fact['type']> = new Set([
  'pressed',
  'session-read',
  'session-lost',
  'order-updated',
  'shopper-returned',
])

function decide(state: State, fact: Fact): Step {
  switch (fact.type) {
    case 'pressed':
      // Cancelled before the page's own session was read: read it now.
      return state.phase === 'cancelled' && !state.session && fact.named ? reset() : pressed(state, fact)
    case 'start-allowed':
      return startAllowed(state, fact)
    case 'window-refused':
      return windowRefused(state)
    case 'no-window':
      return noWindow(state, fact.redirect)
    case 'opening-prevented':
      return openingPrevented(state)
    case 'window-closed':
      return windowClosed(state)
    case 'session-created':
      return sessionCreated(state, fact)
    case 'create-failed':
      return createFailed(state, fact)
    case 'link-renewed':
      return linkRenewed(state, fact)
    case 'link-refused':
      return linkRefused(state, fact)
    case 'connected':
      return connected(state, fact)
    case 'disconnected':
      // Nobody would see the answer, so the attempt is abandoned. A session that exists is found again.
      if (state.phase !== 'creating') return step(state)
      return state.session ? step({ phase: 'idle', session: state.session }) : reset()
    case 'session-read':
      return sessionRead(state, fact.session)
    case 'order-updated':
      return orderUpdated(state, fact.session)
    case 'trouble-changed':
      return step(
        (state.phase === 'waiting' || state.phase === 'loading') && state.trouble !== fact.trouble
          ? { ...state, trouble: fact.trouble }
          : state,
      )
    case 'session-refused':
      return sessionRefused(state, fact.error)
    case 'session-lost':
      return sessionLost(state, fact)
    case 'shopper-returned':
      return shopperReturned(state, fact.id)
    case 'woken':
      return woken(state, fact.restored)
    case 'time-is-up':
      return state.phase === 'waiting' ? step(state, checkNow(state.session.id, state.session)) : step(state)
    case 'check-requested':
      return askedToCheck(state)
    case 'cancelled':
      return cancelled(state)
    case 'reset':
      return reset()
  }
}

function createFailed(state: State, fact: Extract<Fact, { type: 'create-failed' }>): Step {
  if (state.phase !== 'creating' || state.attempt !== fact.attempt) return step(state)
  return failWith(state, fact.error, null)
}

/** Follows the payment in progress. Without one, loads the session that the page or this tab names. */
function connected(state: State, { named, remembered }: Extract<Fact, { type: 'connected' }>): Step {
  // A remembered session was opened in this tab, so it is in progress even if the page names it, too.
  if (state.phase === 'idle' && !state.session && named && named !== remembered)
    return load(named, 'attribute')
  if (isOtherPayment(state, remembered)) return load(remembered, 'memory')
  return resumeFollowing(state)
}

function resumeFollowing(state: State): Step {
  const followed = followedOf(state)
  return step(state, ...(followed ? [follow(...followed)] : []), ...watch(state))
}

const watch = (state: State): Effect[] =>
  state.phase === 'waiting' && state.hosted === 'popup' ? [{ do: 'watch-window' }] : []

function woken(state: State, restored: boolean): Step {
  const followed = followedOf(state)
  return step(
    // The shopper came back from the hosted page by the back button.
    restored && state.phase === 'waiting' && state.hosted === 'redirect'
      ? { ...state, hosted: 'elsewhere' }
      : state,
    ...(followed ? [checkNow(...followed)] : []),
    // The order may have been paid on another page of this tab meanwhile.
    ...(restored && !followed ? [{ do: 'resume' } as const] : []),
  )
}

/** Reads any session but a complete one: a failed session may have been paid late. */
function askedToCheck(state: State): Step {
  const session = state.phase === 'complete' ? null : sessionOf(state)
  const asked = followedOf(state) ?? (session && [session.id, session])
  return asked ? step(state, checkNow(...asked)) : step(state)
}

function shopperReturned(state: State, id: string): Step {
  const followed = followedOf(state)
  if (followed?.[0] !== id) return step(state)
  return step(state.phase === 'waiting' ? { ...state, hosted: 'returned' } : state, checkNow(...followed))
}

function cancelled(state: State): Step {
  const { phase } = state
  if (phase !== 'creating' && phase !== 'loading' && phase !== 'waiting') return step(state)
  const session = sessionOf(state)
  // A session that exists is still followed: it may be paid although the shopper gave up in the widget.
  const last: Effect[] = phase === 'loading' ? [{ do: 'stop-following' }, { do: 'forget', session }] : []
  return step(
    { phase: 'cancelled', session },
    { do: 'abandon-create' },
    { do: 'close-window' },
    ...last,
    emit({ name: 'cancel', session }),
  )
}

function reset(): Step {
  return step(
    initialState,
    { do: 'abandon-create' },
    { do: 'stop-following' },
    { do: 'close-window' },
    { do: 'forget', session: null },
    { do: 'resume' },
  )
}
