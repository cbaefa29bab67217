// What can happen to a payment (facts, in the past tense) and what is to be done about it (effects, as verbs).
import type { CreateRequest } from '../platform/ports.ts'
import type { Fault } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import type { CheckoutEvent } from './events.ts'
import type { Mode } from './state.ts'

/** What the page and this tab name to be paid. */
export interface SessionIds {
  /** The id of the page's own session, or empty. */
  readonly named: string
  /** The id of the session that this tab remembers for the order. */
  readonly remembered: string | null
}

export type Fact =
  /** The shopper pressed pay, retry or reopen. `order` is empty where only a known session can be paid. */
  | ({ readonly type: 'pressed'; readonly order: string; readonly opening: Mode } & SessionIds)
  /**
   * The page was told of the press and did not prevent it. `attempt` is a new idempotency key, for the case that one is
   * needed; `request` is what would be sent now, `sent` what was sent last. `joins`: both are those of an attempt that
   * another checkout of the page is making for the order.
   */
  | {
      readonly type: 'start-allowed'
      readonly attempt: string
      readonly request: CreateRequest
      readonly sent: CreateRequest | null
      readonly joins: boolean
      readonly opening: Mode
    }
  /** The browser opened no window. */
  | { readonly type: 'window-refused' }
  /** The page knows that there is no window, or this frame may not leave the tab's page. `redirect`: go on in this tab. */
  | { readonly type: 'no-window'; readonly redirect: boolean }
  /** The hosted page is on its way to the shopper's screen. */
  | { readonly type: 'page-shown'; readonly mode: Mode }
  /** The window reads as closed. A hint, nothing more (FACTS 4). */
  | { readonly type: 'window-closed' }
  | { readonly type: 'session-created'; readonly attempt: string; readonly session: Session }
  | { readonly type: 'create-failed'; readonly attempt: string; readonly error: Fault }
  /** A fresh link to the hosted page is here. */
  | { readonly type: 'link-renewed'; readonly session: Session; readonly opening: Mode }
  | { readonly type: 'link-refused'; readonly id: string; readonly error: Fault }
  /** The checkout hears the page and the server again, or looks anew for what is to be paid. */
  | ({ readonly type: 'connected' } & SessionIds)
  | { readonly type: 'disconnected' }
  | { readonly type: 'session-read'; readonly session: Session }
  /** Another checkout of this page has opened the order's payment, or has read how it ended. */
  | { readonly type: 'order-updated'; readonly session: Session }
  /** Reading fails for now (`null`: works again). Following goes on by itself. */
  | { readonly type: 'trouble-changed'; readonly trouble: Fault | null }
  /** Reading is refused again and again, in a way that repeating cannot mend. */
  | { readonly type: 'session-refused'; readonly error: Fault }
  /** The endpoint does not know the session. Following has stopped. */
  | { readonly type: 'session-lost'; readonly error: Fault }
  /** The return page was reached, in whichever window. */
  | { readonly type: 'shopper-returned'; readonly id: string }
  /** A sign of life of this page. `restored`: it came out of the back/forward cache. */
  | { readonly type: 'woken'; readonly restored: boolean }
  /** The time to pay is over, by the server's clock. It ends no payment (FACTS 15). */
  | { readonly type: 'time-is-up' }
  | { readonly type: 'check-requested' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'reset' }

export type Effect =
  | { readonly do: 'open-window' }
  | { readonly do: 'close-window' }
  /** Closes a window that is still blank. One that is not stays known, and can be watched again. */
  | { readonly do: 'leave-window' }
  /** Looks whether the open window reads as closed. */
  | { readonly do: 'watch-window' }
  /** Brings the window to the front, or opens a new one where there is none. */
  | { readonly do: 'reopen'; readonly session: Session; readonly opening: Mode }
  /** Sends the open window to the hosted page, or this page when `opening` is `redirect`. */
  | { readonly do: 'show-hosted-page'; readonly session: Session; readonly opening: Mode }
  | { readonly do: 'create'; readonly attempt: string; readonly request: CreateRequest }
  /** Gives up what was asked for last: a session or a link. */
  | { readonly do: 'abandon-create' }
  | { readonly do: 'follow'; readonly id: string; readonly session: Session | null }
  | { readonly do: 'stop-following' }
  /** Asks about the session at once; it is followed from then on. */
  | { readonly do: 'check-now'; readonly id: string; readonly session: Session | null }
  /** In this tab, and the other checkouts of the page hear of it. */
  | { readonly do: 'remember'; readonly session: Session }
  /** A session that is over: the others hear of it. `null`: whatever the tab remembers of the order. */
  | { readonly do: 'forget'; readonly session: Session | null }
  /** Looks again for what is to be paid. Ends in `connected`. */
  | { readonly do: 'resume' }
  /** Tells the page. What its listeners answer comes back as the fact `answer`. */
  | {
      readonly do: 'emit'
      readonly event: CheckoutEvent
      readonly answer?: 'start-allowed' | 'no-window'
    }
