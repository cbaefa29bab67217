// What a test can ask of a sandbox, and what it learns.
import type { Duration } from './duration.ts'
import type { FaultName, FaultOptions } from './faults.ts'
import type { Claiming, HostedPage, Paying } from './shopper/hosted-page.ts'

export type PaymentKind = 'payin' | 'payout' | 'bank_transfer' | 'on_ramp'

/** Something that is paid or claimed, as the service knows it. */
export interface Payment {
  readonly kind: PaymentKind
  /** At the service; of a bank transfer or an on-ramp the `transactionId`. */
  readonly id: string
  /** What your server gave as `reference`; of a bank transfer or an on-ramp its `revision`. */
  readonly reference: string | null
  /** The service's word; of a bank transfer or an on-ramp the `paymentStatus`. */
  readonly status: string
  readonly statusDetails: string | null
  /** Of an on-ramp: `bankDepositStatus`. */
  readonly depositStatus: string | null
  /** Such as `49.90 EUR`. */
  readonly amount: string
  /** By the sandbox's clock, as ISO 8601. */
  readonly createdAt: string
  /** Where it is paid or claimed; `null` before a bank transfer has a link. */
  readonly hostedPage: string | null
}

/**
 * Which payment is meant: its id at the service, its reference (the newest that can still be paid, else the newest), the
 * address of its hosted page, or the payment itself.
 */
export type WhichPayment = string | { readonly id: string }

/** One attempt to deliver a webhook. */
export interface Delivery {
  readonly id: string
  /** By the sandbox's clock, as ISO 8601. */
  readonly at: string
  readonly event:
    | 'payinStatusChanged'
    | 'payoutStatusChanged'
    | 'bankTransferStatusUpdate'
    | 'merchantOnRampSuccess'
  readonly paymentId: string
  readonly url: string
  /** The exact bytes, as text. */
  readonly body: string
  /** `null` for bank transfers and on-ramps, whose webhooks have none. */
  readonly signature: string | null
  /** Made up by the fault `webhook_forged`. */
  readonly forged: boolean
  /** From 1. */
  readonly attempt: number
  /** What your server answered; `null` when it did not. */
  readonly status: number | null
  /** The beginning of your server's answer. */
  readonly answer: string | null
  /** Why the webhook does not count as received; `null` when it does. */
  readonly error: string | null
}

/** One call of your server to the service. */
export interface LoggedRequest {
  readonly at: string
  readonly method: string
  readonly path: string
  /** `null` while the answer is under way, or when the connection was cut. */
  readonly status: number | null
  readonly idempotencyKey: string | null
}

/** The status to put a payment into. */
export interface Status {
  /** Of a bank transfer or an on-ramp: the `paymentStatus`. */
  readonly status?: string
  /** Of a payin: `status_details`. */
  readonly details?: string
  /** Of an on-ramp: `bankDepositStatus`. */
  readonly deposit?: string
}

/** A fault that is on. */
export interface SwitchedFault {
  /** Does nothing when it is used up. */
  takeBack(): Promise<void>
}

/**
 * The payment service in a test's hand. Everything is about one API key: nothing of another key is seen, moved or
 * forgotten. Every method throws a `SandboxError` when the sandbox cannot be reached or refuses.
 */
export interface TestSandbox {
  /** For your server: the service's base URL. */
  readonly baseUrl: string
  /** For your server: `X-API-Key`. */
  readonly apiKey: string
  /** For your server: what webhooks are signed with. */
  readonly webhookSecret: string

  /**
   * Pays as a shopper does. On a page of Playwright it presses what a person would press, in whatever language the page
   * is, and is through when the page has led back to the shop, has closed, or shows that all is over. With a payment in
   * place of a page no browser is needed: the same forms are sent.
   *
   * @throws {SandboxError} that says which page was there instead
   */
  pay(where: HostedPage | WhichPayment, how: Paying): Promise<void>

  /** Claims a payout as its recipient does, or declines it; otherwise as `pay`. */
  claim(where: HostedPage | WhichPayment, how: Claiming): Promise<void>

  /**
   * Puts a payment into any status, also one that no shopper can bring about, and sends its webhook. It stays there:
   * nothing comes by itself any more. Resolves when your server has answered the webhook.
   */
  setStatus(which: WhichPayment, status: string | Status): Promise<Payment>

  /** Puts the clock forward. What is due on the way happens in order; resolves when your server has answered its webhooks. */
  advance(by: Duration): Promise<void>

  /** Switches a fault on. */
  fault<Name extends FaultName>(name: Name, ...options: FaultOptions<Name>): Promise<SwitchedFault>
  /** Takes all faults back. */
  clearFaults(): Promise<void>

  /** Everything that can be paid or claimed, newest first; with a reference, only what has it. */
  payments(reference?: string): Promise<readonly Payment[]>
  /** One payment. @throws {SandboxError} when there is none */
  payment(which: WhichPayment): Promise<Payment>

  /** Webhooks as they were sent, oldest first, those of one payment or all. Waits for answers that are under way. */
  deliveries(of?: WhichPayment): Promise<readonly Delivery[]>
  /** Sends a webhook again, byte for byte. Resolves when your server has answered. */
  resend(delivery: Pick<Delivery, 'id'>): Promise<void>
  /** Calls of your server, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>

  /** Forgets everything but the time. */
  reset(): Promise<void>
  /** The same sandbox for another key. It must have been started to accept it. */
  withKey(apiKey: string): TestSandbox
  /** Ends the sandbox, where this test started it; elsewhere it ends what belongs to the key. Twice is fine. */
  close(): Promise<void>
}
