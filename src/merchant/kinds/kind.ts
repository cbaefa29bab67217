// What a kind of payment is, as facts and pure functions. Whoever decides by a kind asks it for the property that matters, and
// never for its name: a fifth kind is one more file beside this one. The service's documents decide what stands in them. The
// calls to the service are in service-port.ts.
import type { Kind, Money, Outcome, PayinPayment } from '../../server/index.ts'
import type { PaidEvent, Quote } from '../orders.ts'
import type { CompleteOn, ShopperKind } from '../settings/settings.ts'
import type { Freeze, RequestConfig } from './request.ts'
import type { FoundPayment } from './service-port.ts'

/** Of a session, what a kind decides by. */
export interface SessionOfKind {
  readonly service_id: string | null
  readonly redirect_url: string | null
  readonly expires_at: Date | null
  readonly created_at: Date
}

/** What the service says; `deposit` is an on-ramp's `bankDepositStatus`. */
export interface FetchedStatus {
  readonly status: string
  readonly deposit?: string | null
}

/**
 * Where it is written down that money has come: the shop's orders; or that it has gone out: what the back office pays. A
 * payout may have the reference of the order that it refunds, so sessions of two ledgers never meet. Servers of two versions
 * lock an order under this name: it must not change.
 */
export type LedgerName = 'order' | 'payout'

export interface PaymentKind {
  readonly name: Kind

  // Whose money it is.

  readonly ledger: LedgerName
  /** What the shop is told when the money is there. */
  readonly paidEvent: PaidEvent['kind']
  /** Who has made up its request: a shopper can only correct what they chose, the back office everything. */
  readonly askedBy: 'shopper' | 'back_office'

  // How an attempt is made.

  /**
   * How a create is made safe. `keyed` (payments-v2): the same key and bytes again lead to the same object.
   * `by_link` (legacy): there is no key, but what was made cannot be paid before somebody has its link.
   */
  readonly sending: 'keyed' | 'by_link'
  /** Something can be chosen for it before the hosted page; where nothing was, that page lets everything be chosen. */
  readonly takesChoice: boolean
  /** Whoever has the link of an open one can take its money whatever becomes of the others, so there must be no others. */
  readonly isOneOpenAtATime: boolean
  /** It cannot be called back, so that the service's list is read before the first attempt, too. */
  readonly listsBeforeFirstAttempt: boolean
  /** An attempt that the service never answered was handed out to nobody: its key may lead to a promised one instead. */
  readonly yieldsWhenUnanswered: boolean

  // Who may open its hosted page.

  /** Whoever has the page's address can take the money: it is kept nowhere, and given for a code only. */
  readonly pageNeedsCode: boolean
  /** Each link starts a payment of its own: their number is limited. */
  readonly eachLinkIsAPayment: boolean
  /** The service names it only when somebody is paying it: from then on it has no page any more, and needs none. */
  readonly getsIdWhenPaid: boolean
  /** Tells whether somebody may have an address at which an open session can be paid. @param now milliseconds since 1970 */
  mayBePayable(session: SessionOfKind, now: number): boolean

  // What the service tells of it.

  readonly webhooks: SignedWebhooks | UnsignedWebhooks
  /** Nobody tells of its end, however well webhooks work: that is found by asking. */
  readonly endHasNoWebhook: boolean
  /** Whether a read tells the amount, so that one without it is suspicious. */
  readonly readsIncludeAmount: boolean
  /** From when on nothing more is expected, in milliseconds since 1970; absent: the service tells the end itself. */
  givesUpAt?(session: SessionOfKind): number

  // What its statuses mean.

  /** The statuses of a payment that goes well, in order; empty where one word cannot tell how far it is. */
  readonly statusOrder: readonly string[]
  /** The statuses that a link moves on; empty where there is no link. */
  readonly statusesBeforeLink: readonly string[]
  /** The status of a chargeback; `null`: there is none. */
  readonly disputeStatus: string | null
  /** What is promised is money that is here already. */
  readonly isMoneyOnceAuthorized: boolean
  /**
   * The outcome of a status for this merchant: who ships before the money is final says so in COMPLETE_ON.
   * @param reached what the session had reached before
   */
  outcomeOf(said: FetchedStatus, reached: Outcome, completeOn: CompleteOn): Outcome
  /** Tells whether the money of this very payment is here, where others may be made for the same attempt. */
  isPaidLink(said: Pick<FetchedStatus, 'deposit'>): boolean
  /**
   * Tells whether the service itself is done with the payment, whatever we already count as complete. A dispute is not the
   * end, nor is any word that we do not know.
   */
  isFinalAtService(said: FetchedStatus): boolean
}

/** Webhooks that carry a signature over their bytes (payments-v2, Events). */
export interface SignedWebhooks {
  readonly isSigned: true
  /** Below `/webhooks/`. */
  readonly path: string
  /** The payment that a body tells of; `null` when it tells of none of this kind. */
  read(rawBody: Uint8Array): FoundPayment | null
}

/** Webhooks whose address alone says whose they are (legacy document, Events). */
export interface UnsignedWebhooks {
  readonly isSigned: false
  /** Below `/webhooks/`. */
  readonly path: string
  /** What a body tells; `null` when it is no event of this kind. */
  read(rawBody: Uint8Array): UnsignedEvent | null
}

export interface UnsignedEvent {
  /** What the service calls the payment; `null`: these webhooks do not tell. */
  readonly serviceId: string | null
  /** `null`: one word cannot tell it. */
  readonly status: string | null
  readonly money: UnverifiedMoney
}

/** What an unsigned webhook says of the money: nothing of it counts for a payment, it can only raise doubts. */
export interface UnverifiedMoney {
  /** A decimal string. */
  readonly amount: string | null
  readonly currency: string | null
  /** The row's name, as we gave it when the payment was created. */
  readonly webhookPayload: string | null
  /** Such an event always names its amount. */
  readonly mustIncludeAmount: boolean
}

/** A kind whose webhooks are signed. */
export type SignedKind = PaymentKind & { readonly webhooks: SignedWebhooks }
/** A kind whose webhooks are not. */
export type UnsignedKind = PaymentKind & { readonly webhooks: UnsignedWebhooks }

/** What a shopper has pressed "pay" for. */
export interface RequestedPayment {
  readonly order: string
  /** What was chosen before the hosted page. */
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
  requestOf(config: RequestConfig, pressed: RequestedPayment, quote: Quote, address: string | null): Freeze
}
