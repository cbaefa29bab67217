// All states of a payment in the widget. One tagged union: there is no pair of flags that could contradict.
//
//             ┌──────────── retry ◄───────────────┬──────────┐
//             ▼                                   │          │
//   idle ─► creating ─► waiting ─► authorized ─► failed · expired
//    ▲        │  │         │  │        │
//    │        │  └► error  │  └────────┴──────► complete
//    └ reset  └► cancelled ┘  (a cancelled payment is still followed: money may come late)
//
//   loading: a session is known by its id only (attribute `session`, or remembered by this tab)
import type { Fault } from '../protocol/fault.ts'
import { type FinalOutcome, hasMoney, isFinal } from '../protocol/outcome.ts'
import { needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'

/**
 * Where the hosted page is, as far as we can know:
 * `popup` in a window that reads as open · `closed` in one that reads as closed, which COOP makes a mere hint ·
 * `refused` the browser opened no window · `redirect` this page is being left for it ·
 * `returned` the shopper came back from it · `elsewhere` nothing is known, as after a reload.
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
  /** `session`: nothing is created, the address of a known session's hosted page is asked for with the recipient's code. */
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
   * `attempt` is kept where the same request may be repeated: a new key could make a second payment. `paused`: the endpoint
   * refuses to tell of a session that can perhaps be paid; a press looks for that one again, and creates nothing.
   */
  | {
      readonly phase: 'error'
      readonly error: Fault
      readonly session: Session | null
      readonly attempt: string | null
      readonly paused?: Loading | Waiting
    }

export type Phase = State['phase']

/** What the page may see, at any time, so that a late listener misses nothing. */
export interface Snapshot {
  readonly phase: Phase
  readonly session: Session | null
  readonly error: Fault | null
}

/** The session of a state, where it has one. */
export function sessionOf(state: State): Session | null {
  return 'session' in state ? state.session : null
}

/**
 * Tells whether the order is promised by another session than this one. Nothing may be paid here meanwhile, whatever
 * became of this session itself; the promise can be broken, so the phase stays as it is.
 */
export function isPromisedElsewhere(state: State): boolean {
  const session = sessionOf(state)
  return session !== null && reachedElsewhere(session) === 'authorized'
}

/** Until when there is time to pay; `null` where nothing is to be paid now, or for as long as one likes. */
export function expiryOf(state: State): string | null {
  return state.phase === 'waiting' && !isPromisedElsewhere(state) ? state.session.expires_at : null
}

/** What is asked about on every sign of life: it is under way, or waits for the end of another session's promise. */
export function followedOf(state: State): readonly [id: string, session: Session | null] | null {
  if (state.phase === 'loading') return [state.id, null]
  if (state.phase === 'error' && state.paused) return followedOf(state.paused)
  const { phase } = state
  const session = sessionOf(state)
  // `idle` too: what the server created may have been paid elsewhere.
  return session &&
    ((!isFinal(session.outcome) && phase !== 'creating' && phase !== 'error') || isPromisedElsewhere(state))
    ? [session.id, session]
    : null
}

/** Tells whether a payment takes the place of what is shown: of nothing, or of another payment that is over. */
export function isOtherPayment(state: State, id: string | null): id is string {
  const { phase } = state
  const session = sessionOf(state)
  const isOver = session ? phase === session.outcome && !hasMoney(session.outcome) : phase === 'idle'
  return isOver && id !== null && id !== session?.id
}

/** Tells whether the recipient is asked for a code: a window that is open already needs none. */
export function asksForCode(state: State): boolean {
  const session = sessionOf(state)
  if (!session || !needsCode(session) || isPromisedElsewhere(state)) return false
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
    error: state.phase === 'error' ? state.error : null,
  }
}

/** The state before anything happened. */
export const initialState: State = { phase: 'idle', session: null }
