// kinds/ describes the four kinds of payment: payin, payout, bank transfer, on-ramp. A kind is a set of facts and pure
// functions; this file is their type. Code elsewhere decides by these properties and never by a kind's name, so a fifth kind
// is one more file in this folder. The facts follow the service's documents. The calls to the service are in service-port.ts.
import type { Kind, Money, Outcome, PayinPayment } from '../../server/index.ts'
import type { Entry, PaidEvent } from '../orders.ts'
import type { CompleteOn, ShopperKind } from '../settings/settings.ts'
import type { Freeze, RequestConfig } from './request.ts'
import type { FoundPayment } from './service-port.ts'

/** The fields of a session that a kind decides by. */
export interface SessionOfKind {
  /** JSON list of the times at which links were made, in milliseconds since 1970. */
  readonly links: string
  readonly service_id: string | null
  readonly redirect_url: string | null
  readonly expires_at: Date | null
  readonly created_at: Date
}

/** A status of the service; `deposit` is an on-ramp's `bankDepositStatus`. */
export interface FetchedStatus {
  readonly status: string
  readonly deposit?: string | null
}

/**
 * The ledger that records the money: `order` for the shop's orders, `payout` for what the back office pays out. A payout may
 * have the same reference as the order that it refunds, so sessions of different ledgers are never compared. The name is
 * part of an order's lock.
 */
export type LedgerName = 'order' | 'payout'

export interface PaymentKind {
  readonly name: Kind

  // The money.

  readonly ledger: LedgerName
  /** The event that the shop's `fulfil` gets when the money has come. */
  readonly paidEvent: PaidEvent['kind']
  /** Who decides about its request: a shopper can only correct the choice, the back office can correct everything. */
  readonly askedBy: 'shopper' | 'back_office'

  // How an attempt is made.

  /**
   * What makes a create safe to repeat. `keyed` (payments-v2): the same key and bytes lead to the same payment.
   * `by_link` (legacy): there is no key, but a transaction cannot be paid before somebody has its link.
   */
  readonly sending: 'keyed' | 'by_link'
  /** Whether something can be chosen before the hosted page. Without a choice, the hosted page offers everything. */
  readonly takesChoice: boolean
  /** At most one may be open: whoever has the link of an open payout can take its money, even when another one was paid out. */
  readonly isOneOpenAtATime: boolean
  /** The money cannot be called back, so the service's list is read even before the first attempt. */
  readonly listsBeforeFirstAttempt: boolean
  /** An attempt that the service never answered was given to nobody, so its key may get an authorized session instead. */
  readonly yieldsWhenUnanswered: boolean

  // The hosted page.

  /** Whoever has the page's address can take the money. So the address is stored nowhere, and only given out for a code. */
  readonly pageNeedsCode: boolean
  /** Each link starts a payment of its own, so the number of links is limited. */
  readonly eachLinkIsAPayment: boolean
  /** The service gives it an id only when somebody is paying it. From then on it has no hosted page, and needs none. */
  readonly getsIdWhenPaid: boolean
  /** How many addresses somebody may have at which an open session can be paid. @param now milliseconds since 1970 */
  payablePages(session: SessionOfKind, now: number): number

  // Webhooks and reads.

  readonly webhooks: SignedWebhooks | UnsignedWebhooks
  /** No webhook announces its end, so the end is only found by checks. */
  readonly endHasNoWebhook: boolean
  /** Whether reads contain the amount. Then a read without one is a mismatch. */
  readonly readsIncludeAmount: boolean
  /** When we stop waiting, in milliseconds since 1970; absent when the service reports the end itself. */
  givesUpAt?(session: SessionOfKind): number

  // The meaning of its statuses.

  /** The statuses of a successful payment, in order; empty when the status alone does not say how far it has come. */
  readonly statusOrder: readonly string[]
  /** The statuses that change when a link is made; empty for kinds without links. */
  readonly statusesBeforeLink: readonly string[]
  /** The status of a chargeback; `null` when there is none. */
  readonly disputeStatus: string | null
  /** Whether the money has come already when the payment is authorized. */
  readonly isMoneyOnceAuthorized: boolean
  /**
   * The outcome of a status for this merchant. A merchant who ships before the money is final says so in COMPLETE_ON.
   * @param reached the session's outcome before
   */
  outcomeOf(status: FetchedStatus, reached: Outcome, completeOn: CompleteOn): Outcome
  /** Whether the money of this payment has come, for kinds with several payments per attempt. */
  isPaidLink(status: Pick<FetchedStatus, 'deposit'>): boolean
  /**
   * Whether the status is final at the service, even if we count the payment as complete earlier. A dispute is not final, nor
   * is a status that we do not know.
   */
  isFinalAtService(status: FetchedStatus): boolean
}

/** Webhooks that carry a signature over their bytes (payments-v2, Events). */
export interface SignedWebhooks {
  readonly isSigned: true
  /** Below `/webhooks/`. */
  readonly path: string
  /** The payment in a body; `null` when it contains none of this kind. */
  read(rawBody: Uint8Array): FoundPayment | null
}

/** Webhooks without a signature: only their address says which session they are for (legacy document, Events). */
export interface UnsignedWebhooks {
  readonly isSigned: false
  /** Below `/webhooks/`. */
  readonly path: string
  /** The event in a body; `null` when it is no event of this kind. */
  read(rawBody: Uint8Array): UnsignedEvent | null
}

export interface UnsignedEvent {
  /** The payment's id at the service; `null` when these webhooks contain none. */
  readonly serviceId: string | null
  /** `null` when the state of this kind needs more than one field. */
  readonly status: string | null
  readonly money: UnverifiedMoney
}

/** The amount and markers in an unsigned webhook. They never confirm a payment; a mismatch raises an alert. */
export interface UnverifiedMoney {
  /** A decimal string. */
  readonly amount: string | null
  readonly currency: string | null
  /** The row id that we sent when the payment was created. */
  readonly webhookPayload: string | null
  /** Whether events of this type always contain an amount. */
  readonly mustIncludeAmount: boolean
}

/** A kind whose webhooks are signed. */
export type SignedKind = PaymentKind & { readonly webhooks: SignedWebhooks }
/** A kind whose webhooks are not. */
export type UnsignedKind = PaymentKind & { readonly webhooks: UnsignedWebhooks }

/** What a shopper wants to pay, from the create request. */
export interface RequestedPayment {
  /** The choice made before the hosted page. */
  readonly payment: PayinPayment | null
  /** ISO 639-1, for the hosted page. */
  readonly language: string | null
}

/** A kind by which a shopper pays an order. */
export interface ShopperPaymentKind extends PaymentKind {
  readonly name: ShopperKind
  /** Why an amount cannot be paid in this way; `null` when it can. */
  refusalOf(amount: Money): string | null
  /** The request for a payment of an order. @param address the shopper's public IP address; `null` when it is not known */
  requestOf(config: RequestConfig, requested: RequestedPayment, entry: Entry, address: string | null): Freeze
}
