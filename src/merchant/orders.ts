// The interface to the shop's own orders. The shop writes these functions, and must keep what their comments promise.
import type { Money, PayerDetails } from '../server/index.ts'
import type { ShopperKind } from './settings/settings.ts'
import type { Queries, Transaction } from './store/db.ts'

export interface Quote {
  /**
   * The order's id as your table has it, as text; by default the id that was asked for. `lock` and `markPaid` get this one.
   * Needed when you find an order under several spellings: a number as "7" and "007", a UUID in capitals, a text in any
   * letter case. Otherwise each spelling is an order of its own here, and can be paid once.
   */
  readonly order?: string | undefined
  /** The order's reference at the service and in your bookkeeping: at most 36 characters. */
  readonly reference: string
  readonly amount: Money
  /**
   * When the order was placed. After a loss of rows, such as a restored backup, every older order is looked up at the
   * service before it can be paid. For a month after the loss, an order without this time is looked up, too.
   */
  readonly placedAt?: Date | null
  /** The payer does not have to type these details on the hosted page. Give both names or neither. */
  readonly payer: PayerDetails
  /** Additional data for bank transfers and on-ramps. */
  readonly legacy?: {
    /** The payer's id in your system; by default a hash of the e-mail address. */
    readonly clientId?: string
    readonly passedKyc?: boolean
    readonly passedAml?: boolean
  }
}

/** What the page sent with the create request. It never includes the price. */
export interface Asked {
  /** The widget's `context`, unchecked. */
  readonly context: Readonly<Record<string, unknown>>
  /** The request's headers: your session cookie is here. */
  readonly headers: Headers
  /** The kind that the shopper wants to pay with. An order may allow only some kinds. */
  readonly kind: ShopperKind
  /** The shopper's public IP address, sent with bank transfers and on-ramps; `null` when it is unknown. */
  readonly address: string | null
}

/**
 * The e-mail address of the signed-in shopper; `null` for a guest. The request gets the saved bank accounts of this
 * address. So read it from your session cookie, checked as for an account page, and never from a header or a parameter
 * that a page can set. The shopper may pay the orders whose payer has this address (owner/owners.ts).
 */
export type ShopperEmail = (headers: Headers) => Promise<string | null>

/** Whether the shopper with these headers may pay an order. Called when there is no order token (owner/owners.ts). */
export type MayPay = (quote: Quote, headers: Headers) => Promise<boolean>

export interface Payment {
  readonly order: string
  readonly session: string
  readonly amount: Money
  readonly at: Date
}

export type Paid = 'paid' | 'paid_by_another' | 'other_amount' | 'unknown_order'

/** Money that has arrived, or was paid out. */
export interface PaidEvent {
  /** The same id for the same money, however often `fulfil` is called. Use it to make sure nothing is done twice. */
  readonly id: string
  readonly kind: 'order_paid' | 'payout_paid'
  /** The order's id, or the payout's reference. */
  readonly subject: string
  readonly amount: Money
}

/** Fulfils one event. When it throws, or takes longer than half a minute, it is called again later. */
export type Fulfil = (event: PaidEvent) => Promise<void>

/**
 * Stores whether money has arrived (the shop's orders) or was paid out (create/payout-ledger.ts).
 * @typeParam Own the transaction as this ledger uses it
 */
export interface Ledger<Own = Transaction> {
  /** Locks one entry until the transaction ends, and returns its state. */
  lock(tx: Own, id: string): Promise<'unpaid' | 'paid' | 'unknown'>
  /** Marks an entry as paid, in the transaction that makes the session complete. */
  markPaid(tx: Own, payment: Payment): Promise<Paid>
  /**
   * Writes an entry again that a restored database has lost. Leave it out if the payment does not contain enough for
   * that.
   */
  restore?(tx: Own, id: string, amount: Money, at: Date): Promise<void>
}

/**
 * The shop's orders.
 * @typeParam Own the store's transaction, which `lock`, `markPaid` and `restore` get. Use only it in these functions,
 *   or the order is not in the same commit as its payment
 */
export interface Orders<Own = Queries> extends Ledger<Own> {
  /**
   * The price and the payer of an order; `null` when it does not exist or cannot be paid. The library checks whether the
   * order belongs to this shopper: before this call, or after it by the payer's e-mail address (owner/owners.ts).
   * The price comes only from here: a shopper can change whatever a browser sends.
   */
  quote(order: string, asked: Asked): Promise<Quote | null>
  /**
   * What to do when money has arrived: ship, write the invoice, send the mail. Called after the commit, at least once.
   * Store the event's id with what you do, so that nothing is done twice. Throw when it failed.
   */
  readonly fulfil: Fulfil
  /** Returns who is signed in. Without it, every shopper is a guest. */
  readonly shopperEmail?: ShopperEmail
  /** Returns who may pay an order. By default: the signed-in payer, and everybody with an order token. */
  readonly mayPay?: MayPay
}

/** For a shop without accounts: nobody is signed in. */
export const noSignedInShopper: ShopperEmail = async () => null
