// Facts on the way to the hosted page: the session was created, the window opened or was refused, a link was renewed.
// Part of `next`: pure functions only.
import { type FaultKind, faultOf } from '../protocol/fault.ts'
import type { OrderOutcome } from '../protocol/outcome.ts'
import { parseRedirectUrl } from '../protocol/safe-url.ts'
import { needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { enterOutcome, sessionRead } from './session-update.ts'
import { type State, sessionOf } from './state.ts'
import { checkNow, emit, failWith, follow, type Step, step } from './step.ts'

/** The server created the attempt's session: emit `created` and navigate the window to the hosted page. */
export function sessionCreated(state: State, fact: Extract<Fact, { type: 'session-created' }>): Step {
  // Compare the attempt, because the answer to an older one says nothing about this one (docs/internals/browser-facts.md#overlapping-polls-report-a-success-twice).
  if (state.phase !== 'creating' || state.session || state.attempt !== fact.attempt) return step(state)
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
  const { opening } = state
  const show: Effect[] = opening === 'refused' ? [] : [{ do: 'show-hosted-page', session, opening }]
  return step(
    { phase: 'waiting', session, hosted: opening, trouble: null },
    // First, because a listener of `created` may remove the element, and the payment must be found again.
    { do: 'remember', session },
    created,
    ...show,
    follow(session.id, session),
  )
}

const noRedirectUrl = faultOf(
  'bad_redirect_url',
  'The `redirect_url` must be https: (http: on loopback), without credentials.',
)

/** The state, if it is one in which a hosted page is opening or open; else `null`. */
function openingOf(state: State) {
  return (state.phase === 'creating' || state.phase === 'waiting') &&
    !(state.session && reachedElsewhere(state.session))
    ? state
    : null
}

/** The browser opened no window: emit `blocked`. A listener may prevent the redirect of this tab. */
export function windowRefused(state: State): Step {
  return openingOf(state)
    ? step(state, {
        do: 'emit',
        event: { name: 'blocked', session: sessionOf(state) },
        answer: 'no-window',
      })
    : step(state)
}

/** There is no window, and `blocked` was emitted. @param redirect whether to continue in this tab */
export function noWindow(state: State, redirect: boolean): Step {
  const known = openingOf(state)
  if (!known) return step(state)
  const to = redirect ? 'redirect' : 'refused'
  const { session } = known
  if (!session) return step({ ...known, opening: to } as State)
  // No link was requested yet. Request it now if this tab continues, else with the next press.
  const reopen: Effect[] = redirect ? [{ do: 'reopen', session, opening: 'redirect' }] : []
  return step(
    { phase: 'waiting', session, hosted: to, trouble: null },
    { do: 'remember', session },
    ...reopen,
  )
}

/** The page opens the hosted page in a place of its own, of which the browser says nothing. */
export function openingPrevented(state: State): Step {
  return step(state.phase === 'waiting' ? { ...state, hosted: 'elsewhere' } : state)
}

export function windowClosed(state: State): Step {
  if (state.phase !== 'waiting' || state.hosted !== 'popup') return step(state)
  return step({ ...state, hosted: 'closed' }, checkNow(state.session.id, state.session))
}

/** The session of the state, if a link may have been requested for it and it has this id; else `null`. */
function askingForLink(state: State, id: string): Session | null {
  const session = openingOf(state)?.session
  return session?.id === id ? session : null
}

/** Takes only the address and the expiry from the answer. The other fields come with the reads that run meanwhile. */
export function linkRenewed(state: State, fact: Extract<Fact, { type: 'link-renewed' }>): Step {
  const known = askingForLink(state, fact.session.id)
  if (!known) return step(state)
  const { session, opening } = fact
  if (session.outcome !== 'open' || reachedElsewhere(session)) return sessionRead(state, session)
  const { redirect_url, expires_at } = session
  if (redirect_url !== null && !parseRedirectUrl(redirect_url)) {
    return linkRefused(state, { type: 'link-refused', id: session.id, error: noRedirectUrl })
  }
  // The address is used once and stored nowhere: each opening asks for it.
  const kept = { ...known, expires_at }
  return step(
    // Without an address there is nothing to open now: perhaps somebody is paying at this moment.
    { phase: 'waiting', session: kept, hosted: redirect_url ? opening : 'returned', trouble: null },
    { do: 'remember', session: kept },
    redirect_url
      ? { do: 'show-hosted-page', session: { ...kept, redirect_url }, opening }
      : { do: 'close-window' },
  )
}

/** What a refusal says about the order. No press may pay it again. */
const orderOutcomes: { readonly [Kind in FaultKind]?: OrderOutcome } = {
  already_paid: 'complete',
  order_promised: 'authorized',
}

/** No address came. A refusal that no retry changes ends the opening; the next read says whether the session can be paid. */
export function linkRefused(state: State, { id, error }: Extract<Fact, { type: 'link-refused' }>): Step {
  const session = askingForLink(state, id)
  if (!session) return step(state)
  // A problem with the code is shown beside its field.
  const isCode = needsCode(session)
  // Of somebody between, such as a login wall. The payment is followed and may be paid in its window.
  const isForeign = state.phase === 'waiting' && /forbidden|bad_answer/.test(error.kind)
  if (!isCode && !error.retryable && !isForeign) {
    const order_outcome = orderOutcomes[error.kind] ?? session.order_outcome
    const failed = failWith(state, error, { ...session, order_outcome })
    return step(failed.state, ...failed.effects, checkNow(id, session))
  }
  return step(
    isCode && state.phase === 'creating'
      ? { phase: 'idle', session }
      : { phase: 'waiting', session, hosted: 'elsewhere', trouble: isCode ? null : error },
    { do: 'close-window' },
    emit({ name: 'error', session, error }),
  )
}
