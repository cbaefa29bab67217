// The events of PROTOCOL §1, without their prefix: `payment-` for payin-checkout, `payout-` for payout-claim.
import type { Fault } from '../protocol/fault.ts'
import { isOutcome } from '../protocol/outcome.ts'
import type { Session } from '../protocol/session.ts'
import type { Mode } from './state.ts'

/** The public session as an event carries it: empty while there is no session. */
export type SessionDetail = Partial<Session>

/** A fault as the page hears of it. */
export type ErrorDetail = Pick<Fault, 'kind' | 'message' | 'retryable'>

/** `detail` by event: the public session plus what PROTOCOL §1 names. */
export interface EventDetails {
  start: SessionDetail
  created: SessionDetail
  open: SessionDetail & { readonly mode: Mode }
  blocked: SessionDetail
  status: SessionDetail & { readonly previous: string }
  authorized: SessionDetail
  complete: SessionDetail
  failed: SessionDetail
  expired: SessionDetail
  cancel: SessionDetail
  /** The three fields of `error` stand beside it, too: `kind` is the fault's there, not the session's. */
  error: Omit<SessionDetail, 'kind'> & ErrorDetail & { readonly error: ErrorDetail }
}

export type EventName = keyof EventDetails

/** What an event carries beside its name and its session. */
interface Extras {
  open: { readonly mode: Mode }
  status: { readonly previous: string }
  error: { readonly error: Fault }
}

/** An event on its way out, before it gets its public shape. */
export type CheckoutEvent = {
  [Name in EventName]: { readonly name: Name; readonly session: Session | null } & (Name extends keyof Extras
    ? Extras[Name]
    : unknown)
}[EventName]

/** The public `detail` of an event. */
export function detailOf(event: CheckoutEvent): EventDetails[EventName] {
  const detail = { ...event.session }
  switch (event.name) {
    case 'open':
      return { ...detail, mode: event.mode }
    case 'status':
      return { ...detail, previous: event.previous }
    case 'error': {
      const { kind, message, retryable } = event.error
      const error = { kind, message, retryable }
      return { ...detail, ...error, error }
    }
    default:
      return detail
  }
}

/**
 * Tells whether an event is told at most once for a session, whatever is read, reset or reconnected: what it has come
 * to. (`open` is no outcome here: that the hosted page was opened is told each time.)
 */
export const isOncePerSession = (name: EventName): boolean =>
  name === 'created' || (name !== 'open' && isOutcome(name))

/** Events whose default action a listener can prevent. */
export const cancelable: ReadonlySet<EventName> = new Set(['start', 'blocked'])
