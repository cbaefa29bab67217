// The whole behaviour of a payment in the widget: a state and a fact give the next state and what to do.
// Pure. That only what the server answers (`session-read`, `session-created`, `link-renewed`) carries an outcome is what makes the server alone able
// to complete a payment: neither a closed window, nor a return, nor a timer can.
import type { Effect, Fact } from './facts.ts'
import {
  linkRefused,
  linkRenewed,
  noWindow,
  pageShown,
  sessionCreated,
  windowClosed,
  windowRefused,
} from './opening.ts'
import { pressed, startAllowed } from './press.ts'
import { orderUpdated, sessionLost, sessionRead, sessionRefused } from './session-update.ts'
import { followedOf, initialState, isOtherPayment, type State, sessionOf } from './state.ts'
import { checkNow, emit, failWith, follow, load, type Step, stay, step } from './step.ts'

/** The next state and the effects of a fact. A fact that means nothing in a state leaves it as it is: late news are normal. */
export function next(state: State, fact: Fact): Step {
  if (state.phase !== 'error' || !state.paused || !resumesPaused.has(fact.type)) return decide(state, fact)
  const { paused } = state
  if (fact.type === 'pressed') return resumeFollowing(paused)
  const news = decide(paused, fact)
  // What is about another session leaves it paused.
  return step(news.state === paused ? state : news.state, ...news.effects, ...watch(news.state))
}

/** What a payment goes on by that was paused: a press, a return, or news of it. */
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
      // Given up before the session of the page was even found: it is looked for again.
      return state.phase === 'cancelled' && !state.session && fact.named ? reset() : pressed(state, fact)
    case 'start-allowed':
      return startAllowed(state, fact)
    case 'window-refused':
      return windowRefused(state)
    case 'no-window':
      return noWindow(state, fact.redirect)
    case 'page-shown':
      return pageShown(state, fact.mode)
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
      // Nobody is left to hear of a session that is being made: the attempt is given up.
      return state.phase === 'creating' ? reset() : stay(state)
    case 'session-read':
      return sessionRead(state, fact.session)
    case 'order-updated':
      return orderUpdated(state, fact.session)
    case 'trouble-changed':
      return (state.phase === 'waiting' || state.phase === 'loading') && state.trouble !== fact.trouble
        ? step({ ...state, trouble: fact.trouble })
        : stay(state)
    case 'session-refused':
      return sessionRefused(state, fact.error)
    case 'session-lost':
      return sessionLost(state, fact)
    case 'shopper-returned':
      return shopperReturned(state, fact.id)
    case 'woken':
      return woken(state, fact.restored)
    case 'time-is-up':
      return state.phase === 'waiting' ? step(state, checkNow(state.session.id, state.session)) : stay(state)
    case 'check-requested':
      return askedToCheck(state)
    case 'cancelled':
      return cancelled(state)
    case 'reset':
      return reset()
  }
}

function createFailed(state: State, fact: Extract<Fact, { type: 'create-failed' }>): Step {
  if (state.phase !== 'creating' || state.attempt !== fact.attempt) return stay(state)
  return failWith(state, fact.error, null)
}

/** What was under way is followed on. Where nothing was, the page or this tab may name it. */
function connected(state: State, { named, remembered }: Extract<Fact, { type: 'connected' }>): Step {
  // What was opened in this tab is under way, also where the page itself names the session.
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
    // The shopper has come back from the page that this one was left for.
    restored && state.phase === 'waiting' && state.hosted === 'redirect'
      ? { ...state, hosted: 'elsewhere' }
      : state,
    ...(followed ? [checkNow(...followed)] : []),
    // Another page of this tab may have paid the order meanwhile.
    ...(restored && !followed ? [{ do: 'resume' } as const] : []),
  )
}

/** A failed session may have been paid late; one that is complete stays so. */
function askedToCheck(state: State): Step {
  const session = state.phase === 'complete' ? null : sessionOf(state)
  const asked = followedOf(state) ?? (session && [session.id, session])
  return asked ? step(state, checkNow(...asked)) : stay(state)
}

function shopperReturned(state: State, id: string): Step {
  const followed = followedOf(state)
  if (followed?.[0] !== id) return stay(state)
  return step(state.phase === 'waiting' ? { ...state, hosted: 'returned' } : state, checkNow(...followed))
}

function cancelled(state: State): Step {
  const { phase } = state
  if (phase !== 'creating' && phase !== 'loading' && phase !== 'waiting') return stay(state)
  const session = sessionOf(state)
  // A session that was found or made is followed on: giving up here says nothing about money that is on its way.
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
