// The ports: what the checkout and the elements need from the browser and the server, as plain objects. The browser's
// implementations are in this folder, the tests' in test/support. A function that starts something returns how to stop it.
// Only this folder may use browser globals for these purposes.
import type { Messages } from '../locales/messages.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Account, Bank, BankPage } from '../protocol/lists.ts'
import type { Method, Payment } from '../protocol/method.ts'
import type { Session } from '../protocol/session.ts'

export type Stop = () => void

export interface Clock {
  /** Milliseconds since any moment. It never goes back. */
  now(): number
  /** Runs once after `ms`. Returns how to cancel it. */
  after(ms: number, run: () => void): Stop
}

/** The body of `POST {endpoint}/sessions`. Never contains a price. */
export interface CreateRequest {
  readonly order: string
  readonly kind: Kind
  readonly lang: string
  readonly token?: string
  readonly payment?: Payment
  readonly context?: unknown
}

/** The answer of `GET {endpoint}/sessions/{id}`. `held`: the server honoured the wait (`Preference-Applied`). */
export type ReadResult =
  | {
      readonly changed: true
      readonly session: Session
      readonly etag: string | null
      readonly held: boolean
    }
  | { readonly changed: false; readonly held: boolean }

export interface ReadRequest {
  /** The ETag of the answer that was applied last. */
  readonly etag: string | null
  /** Seconds for which the server may hold the request; 0: answer now. */
  readonly waitSeconds: number
  readonly signal: AbortSignal
  /** The session as known so far, or at least its kind. It supplies fields that a small proxy leaves out. */
  readonly before?: Partial<Session>
}

/** The session requests of docs/protocol.md#the-merchant-protocol. Every call throws `FaultError` or an abort, nothing else. */
export interface MerchantApi {
  create(request: CreateRequest, idempotencyKey: string, signal: AbortSignal): Promise<Session>
  read(id: string, request: ReadRequest): Promise<ReadResult>
  /**
   * The session with the address of its hosted page; `redirect_url` is `null` if there is nothing to open. Throws
   * `not_found` also for a server without this call.
   * @param code what the recipient of a payout typed
   */
  link(before: Session, signal: AbortSignal, code?: string): Promise<Session>
}

/** The list requests of docs/protocol.md#the-merchant-protocol. Only an element's fields need them. Every call throws `FaultError`, nothing else. */
export interface MerchantLists {
  /** @param page from 1 */
  banks(page: number): Promise<BankPage>
  /** The signed-in shopper's saved accounts. */
  instruments(): Promise<readonly Account[]>
}

/** The banks of an endpoint, read once for all elements of the page. */
export interface BankDirectory {
  /** All banks that have loaded. */
  readonly banks: readonly Bank[]
  /** `false` while pages are loading. */
  readonly isComplete: boolean
  /** Continues reading where it stopped. `onChange` is called after each page. */
  load(onChange: () => void): void
}

/** Messages in languages other than English. */
export interface Locales {
  /**
   * The messages for a language, or the nearest one. `undefined` while they load: then `onSettled` is called afterwards.
   * `null` if there are none, and English is shown.
   */
  load(lang: string, onSettled: () => void): Partial<Messages> | null | undefined
}

/** A window that we opened. After `go` it belongs to another origin: only `closed` and `focus` still work (docs/internals/browser-facts.md#how-the-hosted-window-is-opened). */
export interface HostedWindow {
  readonly closed: boolean
  /**
   * Whether it was on the shopper's screen at one of the checks so far. `false` for a window that never loads, and for a
   * new tab in the background.
   */
  readonly isSeen: boolean
  go(url: URL): void
  focus(): void
  close(): void
}

/** What the blank window shows until the hosted page is known. */
export interface LoadingText {
  readonly title: string
  readonly lang: string
}

export interface Windows {
  /** Opens a blank window inside the click; `null` if the browser refused. */
  open(text: LoadingText): HostedWindow | null
  /** Navigates this tab to the hosted page; `false` if the browser refuses, as it may in a frame (docs/internals/browser-facts.md#three-signs-of-a-blocked-popup). */
  redirect(url: URL): boolean
  /** Whether this page is the tab's own and no frame in it. Then the browser does not refuse `redirect`. */
  ownsTab(): boolean
  /** Whether popups do not work well here: on phones, in in-app browsers and installed apps (docs/internals/browser-facts.md#where-a-popup-is-only-a-tab). */
  prefersRedirect(): boolean
  /** The tab's address, to return to after a redirect. Empty in a frame that cannot read it. */
  here(): string
  /** The host that the shopper sees: the default name of the payee. */
  host(): string
}

/** `restored`: from the back/forward cache. */
export type WakeReason = 'visible' | 'focus' | 'online' | 'restored'

export interface Wake {
  /** Whether this tab is hidden. */
  isHidden(): boolean
  watch(run: (reason: WakeReason) => void): Stop
  /** Calls `run` when another window comes to the front, and when this one is in front again. */
  watchWindowFocus(run: (isInFront: boolean) => void): Stop
}

export interface ReturnChannel {
  /** Calls `run` when a return page was reached. If it returns `true`, that window is our popup, and it closes itself. */
  watch(run: (sessionId: string) => boolean): Stop
}

/** Storage of this tab. If the browser refuses storage, entries are lost with the page. So store only what the server knows, too. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** The ports of a checkout, with or without an element. */
export interface CheckoutPorts {
  api(endpoint: string): MerchantApi
  /** The absolute address of an endpoint, so that different spellings of it compare as equal. */
  addressOf(endpoint: string): string
  readonly clock: Clock
  readonly windows: Windows
  readonly wake: Wake
  readonly channel: ReturnChannel
  readonly memory: Memory
  /** Milliseconds since 1970 by the server's clock. Compare an `expires_at` with this. `null` while it is unknown. */
  serverNow(): number | null
  /** 0 ≤ n < 1. */
  random(): number
  /** A UUID for `Idempotency-Key`. */
  newKey(): string
  /** Logs one line for the developer. The same line is logged at most once per page. */
  report(message: string): void
}

/** The ports of an element: in addition, what its fields and its messages need. */
export interface Ports extends CheckoutPorts {
  banks(endpoint: string): BankDirectory
  /** The shopper's current saved accounts. Elements that ask at the same moment share one request. */
  instruments(endpoint: string): Promise<readonly Account[]>
  readonly locales: Locales
  /** Calls `run` once the browser has shown the next frame. Never while the page is hidden. */
  afterFrame(run: () => void): void
  /** Whether this browser supports a method. Detects features, not browser names. */
  canPay(method: Method): boolean
}
