// What can happen to a payment (facts, in the past tense) and what is to be done about it (effects, as verbs).
import type { Fault } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import type { CheckoutEvent } from './events.ts'
import type { Mode } from './state.ts'

export type Fact =
  /**
   * The shopper pressed pay, retry or reopen. `attempt` is a new idempotency key, for the case that one is needed;
   * `otherChoice`: another way to pay was chosen than the last session was made for; `otherRequest`: anything else than
   * what was sent last would be sent.
   */
  | {
      readonly type: 'pressed'
      readonly attempt: string
      readonly opening: Mode
      readonly otherChoice?: boolean
      readonly otherRequest?: boolean
    }
  /** The browser opened no window. `redirect`: go on in this tab. */
  | { readonly type: 'window-refused'; readonly redirect: boolean }
  /** The window reads as closed. A hint, nothing more (FACTS 4). */
  | { readonly type: 'window-closed' }
  | { readonly type: 'session-created'; readonly attempt: string; readonly session: Session }
  | { readonly type: 'create-failed'; readonly attempt: string; readonly error: Fault }
  /** A fresh link to the hosted page is here. */
  | { readonly type: 'link-renewed'; readonly session: Session; readonly opening: Mode }
  | { readonly type: 'link-refused'; readonly id: string; readonly error: Fault }
  /** A session is known by its id. */
  | { readonly type: 'session-found'; readonly id: string; readonly from: 'attribute' | 'memory' }
  | { readonly type: 'session-read'; readonly session: Session }
  /** Reading fails for now (`null`: works again). Following goes on by itself. */
  | { readonly type: 'trouble-changed'; readonly trouble: Fault | null }
  /** The endpoint does not know the session. Following has stopped. */
  | { readonly type: 'session-lost'; readonly error: Fault }
  /** The return page was reached, in whichever window. */
  | { readonly type: 'shopper-returned'; readonly id: string }
  /** This page came out of the back/forward cache. */
  | { readonly type: 'page-restored' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'reset' }
  /** The attributes do not allow a payment. */
  | { readonly type: 'misconfigured'; readonly error: Fault }

export type Effect =
  | { readonly do: 'open-window' }
  | { readonly do: 'close-window' }
  /** Brings the window to the front, or opens a new one where there is none. */
  | { readonly do: 'reopen'; readonly session: Session; readonly opening: Mode }
  /** Sends the open window to the hosted page, or this page when `opening` is `redirect`. */
  | { readonly do: 'show-hosted-page'; readonly session: Session; readonly opening: Mode }
  | { readonly do: 'create'; readonly attempt: string }
  | { readonly do: 'abandon-create' }
  | { readonly do: 'follow'; readonly id: string; readonly session: Session | null }
  | { readonly do: 'stop-following' }
  | { readonly do: 'check-now' }
  | { readonly do: 'remember'; readonly session: Session }
  | { readonly do: 'forget' }
  /** Looks again for a session that the merchant's server had made. */
  | { readonly do: 'resume' }
  | { readonly do: 'tell'; readonly event: CheckoutEvent }
