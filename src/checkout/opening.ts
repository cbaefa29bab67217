// The way to the hosted page: the session that was made for it, its window, and its link where that is used once.
import { faultOf } from '../protocol/fault.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { hasHostedPage, needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { enterOutcome, sessionRead } from './session-update.ts'
import { type Mode, type State, sessionOf } from './state.ts'
import { checkNow, emit, failWith, follow, type Step, stay, step } from './step.ts'

/** The session of the attempt is there: the page is told, the window is sent to the hosted page. */
export function sessionCreated(state: State, fact: Extract<Fact, { type: 'session-created' }>): Step {
  // By identity: the answer to an older attempt says nothing about this one (FACTS 14).
  if (state.phase !== 'creating' || state.session || state.attempt !== fact.attempt) return stay(state)
  const { session } = fact
  const created = emit({ name: 'created', session })
  if (session.outcome !== 'open' || reachedElsewhere(session)) {
    const reached = enterOutcome(session)
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

/** There is no page that may be opened for the session. */
export function badRedirectUrl(state: State, session: Session): Step {
  return failWith(state, noRedirectUrl, session)
}

/** The state, where it is one in which a hosted page is being opened or open. */
function openingOf(state: State) {
  return (state.phase === 'creating' || state.phase === 'waiting') &&
    !(state.session && reachedElsewhere(state.session))
    ? state
    : null
}

/** The browser opened no window: the page is told, and may prevent that this tab goes on instead. */
export function windowRefused(state: State): Step {
  return openingOf(state)
    ? step(state, {
        do: 'emit',
        event: { name: 'blocked', session: sessionOf(state) },
        answer: 'no-window',
      })
    : stay(state)
}

/** There is no window, and the page knows it. @param redirect go on in this tab */
export function noWindow(state: State, redirect: boolean): Step {
  const known = openingOf(state)
  if (!known) return stay(state)
  const to = redirect ? 'redirect' : 'refused'
  if (known.phase === 'waiting') {
    const { session } = known
    const reopen: Effect[] = redirect ? [{ do: 'reopen', session, opening: 'redirect' }] : []
    return step({ ...known, hosted: to }, ...reopen)
  }
  const { session } = known
  if (!session) return step({ ...known, opening: to })
  // No link was asked for yet. It is where this tab goes on, else with the next press.
  return redirect
    ? step({ ...known, opening: to }, { do: 'reopen', session, opening: 'redirect' })
    : step({ phase: 'waiting', session, hosted: to, trouble: null }, { do: 'remember', session })
}

/** The hosted page is on its way. Told with the session that is known, never with an address that was got for a code. */
export function pageShown(state: State, mode: Mode): Step {
  const session = sessionOf(state)
  return session ? step(state, emit({ name: 'open', session, mode })) : stay(state)
}

export function windowClosed(state: State): Step {
  if (state.phase !== 'waiting' || state.hosted !== 'popup') return stay(state)
  return step({ ...state, hosted: 'closed' }, checkNow(state.session.id, state.session))
}

/** The session that a link may have been asked for, when it is the one with this id. */
function askingForLink(state: State, id: string): Session | null {
  const session = openingOf(state)?.session
  return session?.id === id ? session : null
}

/** The rest of the session comes by the reads that run all the while. */
export function linkRenewed(state: State, fact: Extract<Fact, { type: 'link-renewed' }>): Step {
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

export function linkRefused(state: State, { id, error }: Extract<Fact, { type: 'link-refused' }>): Step {
  const session = askingForLink(state, id)
  if (!session) return stay(state)
  // What is wrong with a code is said beside it.
  const trouble = needsCode(session) ? null : error
  return step(
    state.phase === 'waiting' ? { ...state, hosted: 'elsewhere', trouble } : { phase: 'idle', session },
    { do: 'close-window' },
    emit({ name: 'error', session, error }),
  )
}
