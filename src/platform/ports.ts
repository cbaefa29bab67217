// What the checkout needs of the world, as plain objects. The browser's versions stand beside this file,
// a test's stand in test/support. What starts something returns how to stop it.
import type { Messages } from '../locales/messages.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Account, Bank, BankPage } from '../protocol/lists.ts'
import type { Method, Payment } from '../protocol/method.ts'
import type { Session } from '../protocol/session.ts'

export type Stop = () => void

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns how to take it back. */
  after(ms: number, run: () => void): Stop
}

/** What `POST {endpoint}/sessions` carries. Never a price. */
export interface CreateRequest {
  readonly order: string
  readonly kind: Kind
  readonly lang: string
  readonly token?: string
  readonly payment?: Payment
  readonly context?: unknown
}

/** What `GET {endpoint}/sessions/{id}` said. `held`: the server waited as asked (`Preference-Applied`). */
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
  /** Seconds that the server may hold the answer; 0 asks for the truth now. */
  readonly waitSeconds: number
  readonly signal: AbortSignal
  /** What is known of the session, or at least its kind: fills what a small proxy leaves out. */
  readonly before?: Partial<Session>
}

/** The merchant protocol of PROTOCOL §2. Every call throws `FaultError` or an abort, nothing else. */
export interface MerchantApi {
  create(request: CreateRequest, idempotencyKey: string, signal: AbortSignal): Promise<Session>
  read(id: string, request: ReadRequest): Promise<ReadResult>
  /**
   * The session with a fresh `redirect_url`: links of an on-ramp live two minutes (FACTS 21).
   * @param code what the recipient of a payout typed
   */
  link(before: Session, signal: AbortSignal, code?: string): Promise<Session>
}

/** The lists of the same protocol, which only an element's fields need. Every call throws `FaultError`, nothing else. */
export interface MerchantLists {
  /** @param page from 1 */
  banks(page: number): Promise<BankPage>
  /** The signed-in shopper's saved accounts. */
  instruments(): Promise<readonly Account[]>
}

/** The banks of an endpoint, read once for the whole page however many elements show them. */
export interface BankDirectory {
  /** All that are here by now. */
  readonly banks: readonly Bank[]
  /** Whether more may come: nothing was asked for yet, or pages are on their way. */
  readonly isComplete: boolean
  /** Reads on from where it stopped; `onChange` hears of each page. */
  load(onChange: () => void): void
}

/** Sentences in other languages than English. */
export interface Locales {
  /** The sentences nearest to a language: `undefined` while they are on their way, `null` where English has to do. */
  load(lang: string, onSettled: () => void): Partial<Messages> | null | undefined
}

/** A window that we opened. After `go` it belongs to another origin: only `closed` and `focus` still work (FACTS 2). */
export interface HostedWindow {
  readonly closed: boolean
  /**
   * Whether it was ever on the shopper's screen, as far as we have looked. A window that never loads is not; neither is
   * a new tab in the background.
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
  /** Opens a blank window inside the click; `null` when the browser refused. */
  open(text: LoadingText): HostedWindow | null
  /** Leaves this tab's page for the hosted page; `false` when the browser refuses, as it may in a frame (FACTS 5). */
  redirect(url: URL): boolean
  /** Where a popup is only a tab or a dead end: phones, in-app browsers, installed apps (FACTS 6). */
  prefersRedirect(): boolean
  /** Where the tab is now: the way back after a redirect. Empty in a frame that may not know it. */
  here(): string
  /** The host that the shopper sees, for the name of who is paid. */
  host(): string
}

/** `restored`: out of the back/forward cache. */
export type WakeReason = 'visible' | 'focus' | 'online' | 'restored'

export interface Wake {
  /** Whether nobody sees this tab. */
  isHidden(): boolean
  watch(run: (reason: WakeReason) => void): Stop
  /** Tells when another window comes to the front, and when ours is there again. */
  watchWindowFocus(run: (isInFront: boolean) => void): Stop
}

export interface ReturnChannel {
  /** Hears that a return page was reached. Answering `true` says "that window is mine", and the window closes itself. */
  watch(run: (sessionId: string) => boolean): Stop
}

/** Storage of this tab; forgets where the browser refuses storage. Nothing in it that the server could not tell again. */
export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** The world of a checkout, whoever shows it. */
export interface CheckoutPorts {
  api(endpoint: string): MerchantApi
  /** An endpoint, written in whatever way, as the one address that it is. */
  addressOf(endpoint: string): string
  readonly clock: Clock
  readonly windows: Windows
  readonly wake: Wake
  readonly channel: ReturnChannel
  readonly memory: Memory
  /** Milliseconds since 1970 by the server's clock: what an `expires_at` is measured by. `null` while it is unknown. */
  serverNow(): number | null
  /** 0 ≤ n < 1. */
  random(): number
  /** A UUID for `Idempotency-Key`. */
  newKey(): string
  /** One line for the developer, at most once a page for the same line. */
  report(message: string): void
}

/** The world of an element: what its fields and its words need as well. */
export interface Ports extends CheckoutPorts {
  banks(endpoint: string): BankDirectory
  /** The shopper's saved accounts as they are now; elements that ask in the same moment share one answer. */
  instruments(endpoint: string): Promise<readonly Account[]>
  readonly locales: Locales
  /** Whether this browser can go through with a method, by what it can do and not by its name. */
  canPay(method: Method): boolean
}
