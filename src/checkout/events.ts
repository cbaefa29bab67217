// The events of PROTOCOL §1, without their prefix: `payment-` for payin-checkout, `payout-` for payout-claim.
import type { Fault } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import type { Mode } from './state.ts'

/** The public session as an event carries it: empty while there is no session. */
export type SessionDetail = Partial<Session>

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
  /** `kind` is the fault's, not the session's. */
  error: Omit<SessionDetail, 'kind'> & Pick<Fault, 'kind' | 'message' | 'retryable'>
}

export type EventName = keyof EventDetails

/** An event on its way out, before it gets its public shape. */
export interface CheckoutEvent {
  readonly name: EventName
  readonly session: Session | null
  readonly mode?: Mode
  readonly previous?: string
  readonly error?: Fault
}

/** The public `detail` of an event. */
export function detailOf(event: CheckoutEvent): EventDetails[EventName] {
  const { session, mode, previous, error } = event
  return {
    ...session,
    ...(mode && { mode }),
    ...(previous !== undefined && { previous }),
    ...(error && { kind: error.kind, message: error.message, retryable: error.retryable }),
  } as EventDetails[EventName]
}

/** Told at most once for a session, whatever is read, reset or reconnected. */
export const oncePerSession: ReadonlySet<EventName> = new Set([
  'created',
  'authorized',
  'complete',
  'failed',
  'expired',
])

/** Events whose default action a listener can prevent. */
export const cancelable: ReadonlySet<EventName> = new Set(['start', 'blocked'])
