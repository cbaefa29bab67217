// The whole behaviour of a payment in the widget: a state and a fact give the next state and what to do.
// Pure. That only `session-read` and `session-created` carry an outcome is what makes the server alone able
// to complete a payment: neither a closed window, nor a return, nor a timer can.
import { faultOf } from '../protocol/fault.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { hasHostedPage, needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { arrive, isSettled, sessionLost, sessionRead } from './session-news.ts'
import { initialState, type Mode, type State, sessionOf } from './state.ts'
import { failWith, follow, type Step, stay, step, tell } from './step.ts'

/** The next state and the effects of a fact. A fact that means nothing in a state leaves it as it is: late news are normal. */
export function next(state: State, fact: Fact): Step {
  switch (fact.type) {
    case 'pressed':
      return pressed(state, fact)
    case 'window-refused':
      return windowRefused(state, fact.redirect)
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
    case 'session-found':
      return state.phase === 'idle'
        ? step({ phase: 'loading', id: fact.id, from: fact.from, trouble: null }, follow(fact.id, null))
        : stay(state)
    case 'session-read':
      return sessionRead(state, fact.session)
    case 'trouble-changed':
      return (state.phase === 'waiting' || state.phase === 'loading') && state.trouble !== fact.trouble
        ? step({ ...state, trouble: fact.trouble })
        : stay(state)
    case 'session-lost':
      return sessionLost(state, fact)
    case 'shopper-returned':
      return shopperReturned(state, fact.id)
    case 'page-restored':
      return state.phase === 'waiting' && state.hosted === 'redirect'
        ? step({ ...state, hosted: 'elsewhere' }, { do: 'check-now' })
        : stay(state)
    case 'cancelled':
      return cancelled(state)
    case 'reset':
      return step(
        initialState,
        { do: 'abandon-create' },
        { do: 'stop-following' },
        { do: 'close-window' },
        { do: 'forget' },
        { do: 'resume' },
      )
    case 'misconfigured':
      // Whatever the attributes say now, a payment that is promised or made stays so.
      return isSettled(state) ? stay(state) : failWith(state, fact.error, null)
  }
}

function pressed(state: State, fact: Extract<Fact, { type: 'pressed' }>): Step {
  const { opening } = fact
  const session = sessionOf(state)
  // Paid or promised by another session: a press could only pay twice.
  if (session && reachedElsewhere(session)) return step(state, { do: 'check-now' })
  switch (state.phase) {
    case 'waiting':
      // A small proxy may tell the address only once: then there is nothing to open, and no window is left blank.
      return hasHostedPage(state.session)
        ? step({ ...state, hosted: opening }, { do: 'reopen', session: state.session, opening })
        : step(state, { do: 'check-now' })
    case 'idle':
      return state.session ? openKnown(state.session, fact) : create(fact.attempt, opening)
    case 'cancelled':
      // The session is still open and can still be paid: another one could be paid as well. The merchant's server knows
      // what to do about a shopper who chose another way to pay.
      return state.session && !fact.otherChoice && hasHostedPage(state.session)
        ? openKnown(state.session, fact)
        : create(fact.attempt, opening)
    case 'error':
      // To the server the same key is the same request: another request needs another key.
      return create((!fact.otherRequest && state.attempt) || fact.attempt, opening)
    case 'failed':
    case 'expired':
      return create(fact.attempt, opening)
    default:
      // loading and creating are under way; authorized and complete must not be paid twice.
      return stay(state)
  }
}

function create(attempt: string, opening: Mode): Step {
  // The window first: a browser opens it only inside the click, before anything is awaited (FACTS 1).
  const window: Effect[] = opening === 'popup' ? [{ do: 'open-window' }] : []
  return step(
    { phase: 'creating', attempt, opening, session: null },
    ...window,
    { do: 'stop-following' },
    { do: 'create', attempt },
  )
}

/** A session that the merchant's server had created before: nothing is created on click. */
function openKnown(session: Session, { attempt, opening }: Extract<Fact, { type: 'pressed' }>): Step {
  if (!hasHostedPage(session)) return badRedirectUrl({ phase: 'idle', session }, session)
  if (needsCode(session)) {
    // Not yet `waiting`: a wrong code leads back to where it is typed.
    const asking: State = { phase: 'creating', attempt, opening, session }
    return step(asking, { do: 'reopen', session, opening }, follow(session.id, session))
  }
  return step(
    { phase: 'waiting', session, hosted: opening, trouble: null },
    { do: 'remember', session },
    { do: 'reopen', session, opening },
    follow(session.id, session),
  )
}

function windowRefused(state: State, redirect: boolean): Step {
  if (state.phase !== 'creating' && state.phase !== 'waiting') return stay(state)
  const { session } = state
  if (session && reachedElsewhere(session)) return stay(state)
  if (state.phase === 'creating') {
    const opening = redirect ? 'redirect' : 'refused'
    if (!session) return step({ ...state, opening })
    // No link was asked for yet. It is where this tab goes on, else with the next press.
    return redirect
      ? step({ ...state, opening }, { do: 'reopen', session, opening: 'redirect' })
      : step({ phase: 'waiting', session, hosted: 'refused', trouble: null }, { do: 'remember', session })
  }
  return redirect
    ? step({ ...state, hosted: 'redirect' }, { do: 'reopen', session: state.session, opening: 'redirect' })
    : step({ ...state, hosted: 'refused' })
}

/** The rest of the session comes by the reads that run all the while. */
function linkRenewed(state: State, fact: Extract<Fact, { type: 'link-renewed' }>): Step {
  const known = askingForLink(state, fact.session.id)
  if (!known) return stay(state)
  const { session, opening } = fact
  if (session.outcome !== 'open' || reachedElsewhere(session)) {
    const read = sessionRead(state, session)
    return step(read.state, { do: 'close-window' }, ...read.effects)
  }
  const { redirect_url, expires_at } = session
  if (!parseRedirectUrl(redirect_url)) {
    return linkRefused(state, { type: 'link-refused', id: session.id, error: noRedirectUrl })
  }
  const renewed = { ...known, redirect_url, expires_at }
  // An address that was given out for a code is for this one opening: it is kept nowhere.
  const kept = needsCode(known) ? { ...known, expires_at } : renewed
  const remember: Effect[] = state.phase === 'creating' ? [{ do: 'remember', session: kept }] : []
  return step(
    state.phase === 'waiting'
      ? { ...state, session: kept, trouble: null }
      : { phase: 'waiting', session: kept, hosted: opening, trouble: null },
    ...remember,
    { do: 'show-hosted-page', session: renewed, opening },
  )
}

function linkRefused(state: State, { id, error }: Extract<Fact, { type: 'link-refused' }>): Step {
  const session = askingForLink(state, id)
  if (!session) return stay(state)
  // What is wrong with a code is said beside it.
  const trouble = needsCode(session) ? null : error
  return step(
    state.phase === 'waiting' ? { ...state, hosted: 'elsewhere', trouble } : { phase: 'idle', session },
    { do: 'close-window' },
    { do: 'tell', event: { name: 'error', session, error } },
  )
}

/** The session that a link may have been asked for, when it is the one with this id. */
function askingForLink(state: State, id: string): Session | null {
  const { session } = state.phase === 'waiting' || state.phase === 'creating' ? state : { session: null }
  return session?.id === id && !reachedElsewhere(session) ? session : null
}

function windowClosed(state: State): Step {
  if (state.phase !== 'waiting' || state.hosted !== 'popup') return stay(state)
  return step({ ...state, hosted: 'closed' }, { do: 'check-now' })
}

function sessionCreated(state: State, fact: Extract<Fact, { type: 'session-created' }>): Step {
  // By identity: the answer to an older attempt says nothing about this one (FACTS 14).
  if (state.phase !== 'creating' || state.session || state.attempt !== fact.attempt) return stay(state)
  const { session } = fact
  const created: Effect = tell('created', session)
  if (session.outcome !== 'open' || reachedElsewhere(session)) {
    const reached = arrive(session)
    return step(
      reached.state,
      { do: 'remember', session },
      created,
      { do: 'close-window' },
      ...reached.effects,
    )
  }
  if (!hasHostedPage(session)) {
    const failed = badRedirectUrl(state, session)
    return step(failed.state, created, ...failed.effects)
  }
  const { opening } = state
  const show: Effect[] = opening === 'refused' ? [] : [{ do: 'show-hosted-page', session, opening }]
  return step(
    { phase: 'waiting', session, hosted: opening, trouble: null },
    // First: a listener may take the element away, and the payment must be found again.
    { do: 'remember', session },
    created,
    ...show,
    follow(session.id, session),
  )
}

const noRedirectUrl = faultOf(
  'bad_redirect_url',
  'The session carries no `redirect_url` that may be opened. It must be an absolute https: address ' +
    '(http: on loopback) without user name or password.',
)

function badRedirectUrl(state: State, session: Session): Step {
  return failWith(state, noRedirectUrl, session)
}

function createFailed(state: State, fact: Extract<Fact, { type: 'create-failed' }>): Step {
  if (state.phase !== 'creating' || state.attempt !== fact.attempt) return stay(state)
  return failWith(state, fact.error, null)
}

function shopperReturned(state: State, id: string): Step {
  if (sessionOf(state)?.id !== id) return stay(state)
  if (state.phase === 'waiting') return step({ ...state, hosted: 'returned' }, { do: 'check-now' })
  return state.phase === 'authorized' || state.phase === 'cancelled' || state.phase === 'idle'
    ? step(state, { do: 'check-now' })
    : stay(state)
}

function cancelled(state: State): Step {
  switch (state.phase) {
    case 'creating':
      return step(
        { phase: 'cancelled', session: state.session },
        { do: 'abandon-create' },
        { do: 'close-window' },
        tell('cancel', state.session),
      )
    case 'loading':
      return step(
        { phase: 'cancelled', session: null },
        { do: 'stop-following' },
        { do: 'forget' },
        tell('cancel', null),
      )
    case 'waiting':
      // Followed on: giving up here says nothing about money that is already on its way.
      return step(
        { phase: 'cancelled', session: state.session },
        { do: 'close-window' },
        tell('cancel', state.session),
      )
    default:
      return stay(state)
  }
}
