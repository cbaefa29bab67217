// Facts: what happened to a payment, in the past tense. Effects: what to do about it, as verbs. Types only.
import type { CreateRequest } from '../platform/ports.ts'
import type { Fault } from '../protocol/fault.ts'
import type { Method } from '../protocol/method.ts'
import type { Session } from '../protocol/session.ts'
import type { CheckoutEvent } from './events.ts'
import type { Mode } from './state.ts'

/** The sessions that the page and this tab know for the order. */
export interface SessionIds {
  /** The id of the page's own session, or empty. */
  readonly named: string
  /** The id of the session that this tab stored for the order. */
  readonly remembered: string | null
}

export type Fact =
  /**
   * The shopper pressed pay, retry or reopen. `order` is empty where only an existing session can be paid. `method`: the one
   * that the shopper chose.
   */
  | ({
      readonly type: 'pressed'
      readonly order: string
      readonly opening: Mode
      readonly method?: Method | undefined
    } & SessionIds)
  /**
   * The page got the `start` event and did not prevent it. `attempt` is a new idempotency key in case one is needed,
   * `request` is the create request that would be sent now, and `sent` the one that was sent last, as far as it is known. `joins`: the key and
   * the request belong to an attempt that another checkout of the page is making for the same order. `mistake`: why the
   * page's `context` cannot be sent.
   */
  | {
      readonly type: 'start-allowed'
      readonly attempt: string
      readonly request: CreateRequest
      readonly sent: Pick<CreateRequest, 'kind' | 'payment'> | null
      readonly joins: boolean
      readonly mistake: Fault | null
      readonly opening: Mode
    }
  /** The browser opened no window. */
  | { readonly type: 'window-refused' }
  /** The page got the `blocked` event, or this frame may not navigate the tab. `redirect`: continue in this tab. */
  | { readonly type: 'no-window'; readonly redirect: boolean }
  /** A listener of `open` prevented it: the page opens the address of the hosted page by itself. */
  | { readonly type: 'opening-prevented' }
  /** The window reads as closed. This is only a hint (docs/internals/browser-facts.md#popupclosed-can-be-wrong). */
  | { readonly type: 'window-closed' }
  | { readonly type: 'session-created'; readonly attempt: string; readonly session: Session }
  | { readonly type: 'create-failed'; readonly attempt: string; readonly error: Fault }
  /** The server answered a link request: with the hosted page's address, or without one if there is nothing to open. */
  | { readonly type: 'link-renewed'; readonly session: Session; readonly opening: Mode }
  | { readonly type: 'link-refused'; readonly id: string; readonly error: Fault }
  /** The checkout was connected to the page, or has to find the session to pay again. */
  | ({ readonly type: 'connected' } & SessionIds)
  | { readonly type: 'disconnected' }
  | { readonly type: 'session-read'; readonly session: Session }
  /** Another checkout of this page opened the order's payment, or read its final outcome. */
  | { readonly type: 'order-updated'; readonly session: Session }
  /** Reads fail for now (`null`: they work again). Following continues by itself. */
  | { readonly type: 'trouble-changed'; readonly trouble: Fault | null }
  /** Reads of a session of which only the id is known were refused several times, and a retry does not change that. */
  | { readonly type: 'session-refused'; readonly error: Fault }
  /** The endpoint does not know the session. Following has stopped. */
  | { readonly type: 'session-lost'; readonly error: Fault }
  /** The return page was reached, in this or another window. */
  | { readonly type: 'shopper-returned'; readonly id: string }
  /** The page became visible, focused, online or restored. `restored`: from the back/forward cache. */
  | { readonly type: 'woken'; readonly restored: boolean }
  /** The session's `expires_at` has passed by the server's clock. This does not end the payment (docs/internals/browser-facts.md#a-failure-shown-too-early-is-paid-twice). */
  | { readonly type: 'time-is-up' }
  | { readonly type: 'check-requested' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'reset' }

export type Effect =
  | { readonly do: 'open-window' }
  | { readonly do: 'close-window' }
  /** Stops watching, and closes a window that is still blank. Any other window can be watched again later. */
  | { readonly do: 'leave-window' }
  /** Starts checking whether the open window reads as closed. */
  | { readonly do: 'watch-window' }
  /** Brings the window to the front, or opens a new one if there is none. */
  | { readonly do: 'reopen'; readonly session: Session; readonly opening: Mode }
  /** Navigates the open window to the hosted page, or this tab if `opening` is `redirect`. Without an address it asks for one. */
  | { readonly do: 'show-hosted-page'; readonly session: Session; readonly opening: Mode }
  | { readonly do: 'create'; readonly attempt: string; readonly request: CreateRequest }
  /** Aborts what is pending: a create, a link, the address for the phone. */
  | { readonly do: 'abandon-create' }
  | { readonly do: 'follow'; readonly id: string; readonly session: Session | null }
  | { readonly do: 'stop-following' }
  /** Reads the session now, and follows it from then on. */
  | { readonly do: 'check-now'; readonly id: string; readonly session: Session | null }
  /** Stores the session's id in this tab, and updates the other checkouts of the page. */
  | { readonly do: 'remember'; readonly session: Session }
  /** Removes a session that has ended from this tab, and updates the other checkouts. `null`: any session of the order. */
  | { readonly do: 'forget'; readonly session: Session | null }
  /** Finds the session to pay again: dispatches `connected`. */
  | { readonly do: 'resume' }
  | EmitEffect

/**
 * Emits an event. `answer` names the fact to dispatch afterwards; `start-allowed` only if no listener prevented it. `once`: the
 * id of a session for which a fault of this kind is emitted once in this tab.
 */
export interface EmitEffect {
  readonly do: 'emit'
  readonly event: CheckoutEvent
  readonly answer?: 'start-allowed' | 'no-window'
  readonly once?: string
}
