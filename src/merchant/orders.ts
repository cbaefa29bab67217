// What the shop brings: its own orders. The functions are the shop's, and their comments are promises to keep.
import type { Money, PayerDetails } from '../server/index.ts'
import type { ShopperKind } from './settings/settings.ts'
import type { Queries, Transaction } from './store/db.ts'

export interface Quote {
  /** What the service and your bookkeeping know the order by: at most 36 characters. */
  readonly reference: string
  readonly amount: Money
  /**
   * When it was placed. After a loss of rows, such as a restored backup, every order that is older is looked up at the
   * service before it can be paid; one that does not say is, too, for a month.
   */
  readonly placedAt?: Date | null
  /** What is told here need not be typed on the hosted page. Names are both or neither. */
  readonly payer: PayerDetails
  /** What bank transfers and on-ramps ask for on top. */
  readonly legacy?: {
    /** Names the payer in your system; without it a hash of the e-mail address does. */
    readonly clientId?: string
    readonly passedKyc?: boolean
    readonly passedAml?: boolean
  }
}

/** What the page sent along; the price is never among it. */
export interface Asked {
  /** The widget's `context`, unchecked. */
  readonly context: Readonly<Record<string, unknown>>
  /** The request's headers: your session cookie is here. */
  readonly headers: Headers
  /** What the shopper wants to pay by; an order may be for some of them only. */
  readonly kind: ShopperKind
  /** The shopper's public IP address, which bank transfers and on-ramps are told; `null` when it is not known. */
  readonly address: string | null
}

/**
 * The e-mail address of the shopper who is signed in, `null` for a guest. Whoever it names is shown their saved bank
 * accounts, so read it from your session cookie, checked as for an account page; never from a header or a parameter
 * that a page can set. They may pay the orders whose payer has this address (owner/owners.ts).
 */
export type ShopperEmail = (headers: Headers) => Promise<string | null>

/** Tells whether the shopper with these headers may pay an order. Asked when there is no order token (owner/owners.ts). */
export type MayPay = (quote: Quote, headers: Headers) => Promise<boolean>

export interface Payment {
  readonly order: string
  readonly session: string
  readonly amount: Money
  readonly at: Date
}

export type Paid = 'paid' | 'paid_by_another' | 'other_amount' | 'unknown_order'

/** Money that has come, or has gone out. */
export interface PaidEvent {
  /** The same for the same money, however often it is told: do with it what a second telling must not do again. */
  readonly id: string
  readonly kind: 'order_paid' | 'payout_paid'
  /** The order's id, or the payout's reference. */
  readonly subject: string
  readonly amount: Money
}

/** Carries one event out. When it throws, or takes longer than half a minute, the event is told again later. */
export type Fulfil = (event: PaidEvent) => Promise<void>

/**
 * Where it is written down that money has come (orders), or has gone out (create/payout-ledger.ts).
 * @typeParam Own the transaction as this ledger uses it
 */
export interface Ledger<Own = Transaction> {
  /** Locks one entry until the transaction ends and tells its state. */
  lock(tx: Own, id: string): Promise<'unpaid' | 'paid' | 'unknown'>
  /** Marks it as paid, in the transaction that makes the session complete. */
  markPaid(tx: Own, payment: Payment): Promise<Paid>
  /** Writes an entry anew that a restored database has lost. Absent where it cannot be known from its payment. */
  restore?(tx: Own, id: string, amount: Money, at: Date): Promise<void>
}

/**
 * The shop's orders.
 * @typeParam Own the transaction that `lock`, `markPaid` and `restore` get: that of the store. Use nothing else in there, or
 *   the order is not in the same commit as its payment
 */
export interface Orders<Own = Queries> extends Ledger<Own> {
  /**
   * Price and payer of an order; `null` when there is none, or when it cannot be paid. Whether it is this shopper's was
   * checked, or is checked by the payer's e-mail address (owner/owners.ts).
   * The price comes from here and from nowhere else: what a browser sends, a shopper can change.
   */
  quote(order: string, asked: Asked): Promise<Quote | null>
  /**
   * What happens when money has come, after that was committed: ship, write the invoice, send the mail. Told at least
   * once: do it under the event's id, and throw when it did not work.
   */
  readonly fulfil: Fulfil
  /** Says who is signed in. Without it, everybody is a guest. */
  readonly shopperEmail?: ShopperEmail
  /** Says who may pay an order. Without it: who is signed in as its payer, and who has an order token. */
  readonly mayPay?: MayPay
}

/** A shop without accounts. */
export const noSignedInShopper: ShopperEmail = async () => null
