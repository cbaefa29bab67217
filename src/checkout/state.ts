// All states of a payment in the widget, as one tagged union: flags beside each other could contradict.
// Here are the states and questions about a state. What changes a state is in next.ts.
//
//             ┌──────────── retry ◄───────────────┬──────────┐
//             ▼                                   │          │
//   idle ─► creating ─► waiting ─► authorized ─► failed · expired
//    ▲        │  │         │  │        │
//    │        │  └► error  │  └────────┴──────► complete
//    └ reset  └► cancelled ┘  (a cancelled payment is still followed, because it may be paid late)
//
//   failed · expired ─► complete: the money came late, and it counts
//   loading: a session is known by its id only (attribute `session`, or remembered by this tab)
import type { Fault } from '../protocol/fault.ts'
import { type FinalOutcome, hasMoney, isFinal } from '../protocol/outcome.ts'
import { needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'

/**
 * Where the hosted page is, as far as the browser tells us:
 * `popup`: in a window that reads as open · `closed`: in a window that reads as closed (only a hint, because of COOP) ·
 * `refused`: the browser opened no window · `redirect`: this tab is navigating to it ·
 * `returned`: the shopper came back from it · `elsewhere`: unknown, as after a reload.
 */
export type Hosted = 'popup' | 'closed' | 'refused' | 'redirect' | 'returned' | 'elsewhere'

/** The two ways to a hosted page. */
export type Mode = 'popup' | 'redirect'

/** How the hosted page will be opened once the session exists. */
export type Opening = Mode | 'refused'

interface Loading {
  readonly phase: 'loading'
  readonly id: string
  readonly from: 'attribute' | 'memory'
  readonly trouble: Fault | null
}

interface Waiting {
  readonly phase: 'waiting'
  readonly session: Session
  readonly hosted: Hosted
  readonly trouble: Fault | null
}

export type State =
  | { readonly phase: 'idle'; readonly session: Session | null }
  | Loading
  /** With a `session`, nothing is created: the request gets the hosted page of that session. */
  | {
      readonly phase: 'creating'
      readonly attempt: string
      readonly opening: Opening
      readonly session: Session | null
    }
  | Waiting
  | { readonly phase: 'cancelled'; readonly session: Session | null }
  | { readonly phase: 'authorized'; readonly session: Session }
  | { readonly phase: FinalOutcome; readonly session: Session }
  /**
   * `attempt`: the key for a retry of the same request, because a new key could make a second payment. `paused`: the
   * endpoint refuses to return a session that can perhaps be paid. The next press reads it again and creates nothing.
   */
  | {
      readonly phase: 'error'
      readonly error: Fault
      readonly session: Session | null
      readonly attempt: string | null
      readonly paused?: Loading
    }

export type Phase = State['phase']

/** The state as the page may read it at any time, for listeners that are added late. */
export interface Snapshot {
  readonly phase: Phase
  readonly session: Session | null
  readonly error: Fault | null
}

/** The session of a state, or `null`. */
export function sessionOf(state: State): Session | null {
  return 'session' in state ? state.session : null
}

/** The id of the session that is shown or read. */
export function idIn(state: State): string | undefined {
  return state.phase === 'loading' ? state.id : sessionOf(state)?.id
}

/** Why the widget cannot continue, or `null`. */
export function faultIn(state: State): Fault | null {
  return state.phase === 'error' ? state.error : null
}

/**
 * Whether another session of the order is authorized. Nothing may be paid here meanwhile, whatever the outcome of this
 * session is. The other session may still fail, so the phase does not change.
 */
export function isAuthorizedElsewhere(state: State): boolean {
  const session = sessionOf(state)
  return session !== null && reachedElsewhere(session) === 'authorized'
}

/**
 * Whether the order has another price than its session, or was withdrawn. The page of the session may still be open, so it
 * is followed: money that comes now is shown.
 */
export function isOrderChanged(state: State): boolean {
  return /changed|withdrawn|redirect/.test(`${faultIn(state)?.kind}`)
}

/** When the time to pay ends (ISO 8601). `null` if nothing can be paid now, or if there is no time limit. */
export function expiryOf(state: State): string | null {
  return state.phase === 'waiting' && !isAuthorizedElsewhere(state) ? state.session.expires_at : null
}

/** The session to read whenever the page wakes up: one in progress, or one that waits for another authorized session. */
export function followedOf(state: State): readonly [id: string, session: Session | null] | null {
  if (state.phase === 'loading') return [state.id, null]
  if (state.phase === 'error' && state.paused) return followedOf(state.paused)
  const { phase } = state
  const session = sessionOf(state)
  // `idle`, too: a session that the server created may have been paid on another page.
  return session &&
    ((!isFinal(session.outcome) && phase !== 'creating' && (phase !== 'error' || isOrderChanged(state))) ||
      isAuthorizedElsewhere(state))
    ? [session.id, session]
    : null
}

/** Whether the session `id` replaces what is shown, which is nothing, or another session that ended without money. */
export function isOtherPayment(state: State, id: string | null): id is string {
  const { phase } = state
  const session = sessionOf(state)
  const isOver = session ? phase === session.outcome && !hasMoney(session.outcome) : phase === 'idle'
  return isOver && id !== null && id !== session?.id
}

/** Whether the recipient has to type a code. An open window needs none. */
export function asksForCode(state: State): boolean {
  const session = sessionOf(state)
  if (!session || !needsCode(session) || isAuthorizedElsewhere(state)) return false
  const { phase } = state
  return phase === 'waiting'
    ? state.hosted !== 'popup'
    : session.outcome === 'open' && (phase === 'idle' || phase === 'creating' || phase === 'cancelled')
}

/** The public snapshot of a state. */
export function snapshotOf(state: State): Snapshot {
  return {
    phase: state.phase,
    session: sessionOf(state),
    error: faultIn(state),
  }
}

/** The state of a new checkout. */
export const initialState: State = { phase: 'idle', session: null }
