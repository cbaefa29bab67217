// The public types of `payin-checkout/testing`.
import type { FaultName, FaultOptions } from './faults.ts'
import type { Claiming, HostedPage, Paying } from './shopper/hosted-page.ts'
import type { Duration } from './test-sandbox.ts'

export type PaymentKind = 'payin' | 'payout' | 'bank_transfer' | 'on_ramp'

/** A payment of any kind, as the service has it. */
export interface Payment {
  readonly kind: PaymentKind
  /** The id at the service; for a bank transfer or an on-ramp the `transactionId`. */
  readonly id: string
  /** The `reference` from your server; for a bank transfer or an on-ramp its `revision`. */
  readonly reference: string | null
  /** The status at the service; for a bank transfer or an on-ramp the `paymentStatus`. */
  readonly status: string
  readonly statusDetails: string | null
  /** `bankDepositStatus`, only for an on-ramp. */
  readonly depositStatus: string | null
  /** Such as `49.90 EUR`. */
  readonly amount: string
  /** By the sandbox's clock, as ISO 8601. */
  readonly createdAt: string
  /** The address to pay or claim at; `null` before a bank transfer has a link. */
  readonly hostedPage: string | null
}

/**
 * Selects a payment: by its id at the service, by its reference (the newest that can still be paid, or else the newest), by
 * the address of its hosted page, or by the payment itself.
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
  /** Whether the fault `webhook_forged` created it. */
  readonly forged: boolean
  /** From 1. */
  readonly attempt: number
  /** The HTTP status of your server's answer; `null` without an answer. */
  readonly status: number | null
  /** The beginning of your server's answer. */
  readonly answer: string | null
  /** Why the webhook counts as not received; `null` if it was received. */
  readonly error: string | null
}

/** One call of your server to the service. */
export interface LoggedRequest {
  readonly at: string
  readonly method: string
  readonly path: string
  /** `null` before the answer, or if the connection was cut. */
  readonly status: number | null
  readonly idempotencyKey: string | null
}

/** The status for `setStatus`. */
export interface Status {
  /** For a bank transfer or an on-ramp: the `paymentStatus`. */
  readonly status?: string
  /** For a payin: `status_details`. */
  readonly details?: string
  /** `bankDepositStatus`, only for an on-ramp. */
  readonly deposit?: string
}

/** An active fault. */
export interface SwitchedFault {
  /** Removes the fault. Does nothing if it is used up. */
  takeBack(): Promise<void>
}

/**
 * The payment service, controlled by a test. It belongs to one API key and never reads or changes the data of another key.
 * Every method throws a `SandboxError` when the sandbox cannot be reached or refuses.
 */
export interface TestSandbox {
  /** For your server: the service's base URL. */
  readonly baseUrl: string
  /** For your server: `X-API-Key`. */
  readonly apiKey: string
  /** For your server: the secret of the webhook signatures. */
  readonly webhookSecret: string

  /**
   * Pays as a shopper does. On a Playwright page it presses the same controls as a person, in any language of the page. It
   * resolves when the page has returned to the shop, has closed, or shows the end. With a payment instead of a page it needs
   * no browser and submits the same forms.
   *
   * @throws {SandboxError} that names the page where it failed
   */
  pay(where: HostedPage | WhichPayment, how: Paying): Promise<void>

  /** Claims or declines a payout as its recipient does. Otherwise like `pay`. */
  claim(where: HostedPage | WhichPayment, how: Claiming): Promise<void>

  /**
   * Sets any status, also one that no shopper can cause, and sends its webhook. The payment then keeps this status: no
   * automatic change follows. Resolves when your server has answered the webhook.
   */
  setStatus(which: WhichPayment, status: string | Status): Promise<Payment>

  /** Moves the clock forward. Due events happen in order. Resolves when your server has answered their webhooks. */
  advance(by: Duration): Promise<void>

  /** Adds a fault. */
  fault<Name extends FaultName>(name: Name, ...options: FaultOptions<Name>): Promise<SwitchedFault>
  /** Removes all faults. */
  clearFaults(): Promise<void>

  /** All payments, newest first; with a reference, only those that have it. */
  payments(reference?: string): Promise<readonly Payment[]>
  /** One payment. @throws {SandboxError} when there is none */
  payment(which: WhichPayment): Promise<Payment>

  /** The sent webhooks of a payment or of all, oldest first. Waits for answers in flight. */
  deliveries(of?: WhichPayment): Promise<readonly Delivery[]>
  /** Sends a webhook again, byte for byte. Resolves when your server has answered. */
  resend(delivery: Pick<Delivery, 'id'>): Promise<void>
  /** The calls of your server, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>

  /** Deletes everything but the time. */
  reset(): Promise<void>
  /** The same sandbox for another key. The sandbox must accept that key. */
  withKey(apiKey: string): TestSandbox
  /** Closes the sandbox if this test started it; otherwise deletes the key's world. Can be called twice. */
  close(): Promise<void>
}
