// The events docs/protocol.md#the-widget, without their prefix: `payment-` for payin-checkout, `payout-` for payout-claim.
import type { Fault } from '../protocol/fault.ts'
import type { Method } from '../protocol/method.ts'
import { isOutcome } from '../protocol/outcome.ts'
import type { Session } from '../protocol/session.ts'
import type { Mode } from './state.ts'

/** The public session in an event's `detail`: empty while there is no session. */
export type SessionDetail = Partial<Session>

/** The public part of a fault. */
export type ErrorDetail = Pick<Fault, 'kind' | 'message' | 'retryable' | 'amount' | 'requestId'>

/** Never what the shopper typed: no IBAN, no email address, and no number of a saved account. */
interface Choosing {
  readonly method: Method
  readonly bank?: string
}

interface Opening {
  readonly mode: Mode
  /** The address of the hosted page: a capability (docs/security.md). Absent where the event cannot be prevented. */
  readonly url?: string
}

/** `detail` by event: the public session plus what docs/protocol.md#the-widget names. */
export interface EventDetails {
  /** The shopper chose a method, a bank or a saved account in the widget. `bank`: the id of the chosen bank. */
  choice: SessionDetail & Choosing
  /** `method`: the one that was chosen. */
  start: SessionDetail & Partial<Pick<Choosing, 'method'>>
  created: SessionDetail
  open: SessionDetail & Opening
  blocked: SessionDetail
  status: SessionDetail & { readonly previous: string }
  authorized: SessionDetail
  complete: SessionDetail
  failed: SessionDetail
  expired: SessionDetail
  cancel: SessionDetail
  /** The fields of `error` are also at the top level, so `kind` there is the fault's and not the session's. */
  error: Omit<SessionDetail, 'kind' | 'amount'> & ErrorDetail & { readonly error: ErrorDetail }
}

export type EventName = keyof EventDetails

/** What an event carries in addition to its name and its session. */
interface Extras {
  choice: Choosing
  start: Partial<Pick<Choosing, 'method'>>
  open: Opening
  status: { readonly previous: string }
  error: { readonly error: Fault }
}

/** An event inside the checkout, before `detailOf` gives it its public shape. */
export type CheckoutEvent = {
  [Name in EventName]: { readonly name: Name; readonly session: Session | null } & (Name extends keyof Extras
    ? Extras[Name]
    : unknown)
}[EventName]

/** The public `detail` of an event. */
export function detailOf(event: CheckoutEvent): EventDetails[EventName] {
  const { name, session, ...extras } = event
  if (event.name !== 'error') return { ...session, ...extras }
  const { retryAfterMs, ...error } = event.error
  return { ...session, ...error, error } as EventDetails['error']
}

/**
 * Whether an event is emitted at most once for a session in a tab (once-in-a-tab.ts): `created` and the outcomes.
 * (The event `open` shares its name with an outcome, but is emitted each time that the hosted page opens.)
 */
export const isOncePerSession = (name: EventName): boolean =>
  name === 'created' || (name !== 'open' && isOutcome(name))

/** Events whose default action a listener can prevent. */
export const cancelable: ReadonlySet<EventName> = new Set(['start', 'open', 'blocked'])
