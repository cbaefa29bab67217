// The interface to the shop's own orders. The shop writes these functions, and must keep what their comments promise. The
// rule about money is not among them: the library decides whether a payment fits an order (order/rules/money.ts).
import type { Kind, Money, PayerDetails } from '../server/index.ts'
import type { ShopperKind } from './settings/settings.ts'
import type { Queries, Transaction } from './store/db.ts'

/** An order as the shop's table has it. */
export interface Order {
  /**
   * The order's id as your table has it: a text of at most 36 characters, or a number. If you find an order under several
   * spellings, such as "7" and "007", they all lead to this one.
   */
  readonly id: string | number
  readonly amount: Money
  /**
   * Who pays. A payin needs the e-mail address (payments-v2, PayerDetails). The payer does not have to type these details on
   * the hosted page. What the service would refuse of the others is left out: half a name, a phone number without its country.
   */
  readonly payer?: PayerDetails | null
  /** What paid the order: the id that `setPaid` got, or a text of your own, such as "till 4"; `null`: it is not paid. */
  readonly paidBy: string | null
  /**
   * When the order was placed: the time that your table has, which never changes. Another payer with another time is another order:
   * when your numbers go back, the next order with an id is not paid by money of the one before. After a loss of rows, such as a
   * restored backup, payments of an order are recognized by its id, its payer and this time.
   */
  readonly placedAt?: Date | null
  /**
   * The order's reference at the service and in your bookkeeping: at most 36 characters. By default its id. Let `find` find the
   * order by it as well: after a restored backup it is all that the service knows of the order.
   */
  readonly reference?: string | null
  /** Additional data for bank transfers and on-ramps. */
  readonly legacy?: LegacyPayer | null
}

export interface LegacyPayer {
  /** The payer's id in your system; by default a hash of the e-mail address. */
  readonly clientId?: string
  readonly passedKyc?: boolean
  readonly passedAml?: boolean
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
  /** Who is signed in, as your `shopper` says. `null` in place of the function: nothing says it. */
  readonly shopper: (() => Promise<string | null>) | null
}

/** An e-mail address; nothing for a guest. */
export type SignedIn = string | null | undefined

/**
 * The e-mail address of the signed-in shopper; `null` for a guest. The request gets the saved bank accounts of this
 * address. So read it from your session cookie, checked as for an account page, and never from a header or a parameter
 * that a page can set. The shopper may pay the orders whose payer has this address (owner/owners.ts).
 */
export type Shopper = (headers: Headers) => SignedIn | Promise<SignedIn>

/**
 * Whether the shopper behind a request may pay an order. Only `true` permits it. Called when there is no order token
 * (owner/owners.ts). It is also called for an id that has no order, with an invented order of this id, so that the time of
 * the answer does not say whether there is one. What it then returns counts for nothing.
 */
export type MayPay = (order: Order, asked: Asked) => Promise<boolean>

/** A payment that has come, or was paid out. */
export interface Payment {
  /** The same id for the same payment, also after a restored backup. Store it with the order: `find` returns it as `paidBy`. */
  readonly id: string
  readonly kind: Kind
  /**
   * How much came. It is the order's price, unless a person has accepted other money: then it is what the service names, or the
   * price at which the shopper paid if the service names no amount.
   */
  readonly amount: Money
  readonly at: Date
}

/** Money that has arrived, or was paid out. */
export interface PaidEvent {
  /**
   * The same id for the same order, however often `fulfil` is called, also after a restored backup. Use it to make sure nothing is
   * done twice. An order whose money was given back and that is paid again gets another id.
   */
  readonly id: string
  readonly kind: 'order_paid' | 'payout_paid'
  /** The order's id, or the payout's reference. */
  readonly subject: string
  readonly amount: Money
}

/** Fulfils one event. When it throws, or takes longer than half a minute, it is called again later, if the order is still paid. */
export type Fulfil = (event: PaidEvent) => Promise<void>

/**
 * The shop's orders.
 * @typeParam Own the store's transaction, which `find` and `setPaid` get. Use only it in these functions, or the order is
 *   not in the same commit as its payment
 */
export interface Orders<Own = Queries> {
  /**
   * The order as your table has it now, locked (`for update`) until this transaction ends; `null`: there is no such order, or
   * it was withdrawn. Called for every answer that gives out the address of a hosted page and for every payment that comes,
   * so what you change in your table counts at once. The price comes only from here: a shopper can change whatever a browser
   * sends.
   * @param id what a page asked for. An id that your column cannot hold (`abc` for a number) is no such order
   * @param asked what the page sent; absent when no page asks
   */
  find(tx: Own, id: string, asked?: Asked): Promise<Order | null>
  /**
   * Marks the order as paid by this payment. The library has checked that it exists, that it has this price and currency, and
   * that nothing else paid it; or a person has accepted other money for it. Do nothing else here: a transaction may be repeated,
   * and a parcel must not be sent twice. Returns nothing, and throws when it has failed.
   * @param id the id that `find` returned
   */
  setPaid(tx: Own, id: string | number, payment: Payment): Promise<void>
  /**
   * What to do when money has arrived: ship, write the invoice, send the mail. Called after the commit, at least once.
   * Store the event's id with what you do, so that nothing is done twice. Returns nothing, and throws when it has failed.
   */
  readonly fulfil: Fulfil
  /**
   * Returns who is signed in. `'request'`: the framework's own request says it, by the `shopper` of `toNode` or of
   * `merchant.fetch`. Without both, every shopper is a guest.
   */
  readonly shopper?: Shopper | 'request'
  /** Returns who may pay an order. By default: the signed-in payer, and everybody with an order token. */
  readonly mayPay?: MayPay
}

/** An order, or what the back office pays out, as a ledger has it now. The ledger's answer was checked. */
export interface Entry {
  readonly id: string
  /** The id as the ledger wrote it. */
  readonly ownId: string | number
  readonly amount: Money
  readonly payer: PayerDetails | null
  readonly paidBy: string | null
  readonly placedAt: Date | null
  readonly reference: string
  readonly legacy: LegacyPayer | null
}

/** Stores whether money has arrived (the shop's orders) or was paid out (create/payout-ledger.ts). */
export interface Ledger {
  /** The entry, locked until the transaction ends; `null`: there is none, or it was withdrawn. */
  find(tx: Transaction, id: string, asked?: Asked): Promise<Entry | null>
  /** Marks the entry as paid, in the transaction that makes the session complete. */
  setPaid(tx: Transaction, entry: Entry, payment: Payment): Promise<void>
  /** The money of this session came back: it does not pay the entry any more. Only for entries of our own tables. */
  setUnpaid?(tx: Transaction, id: string, session: string): Promise<void>
  /** Writes an entry again that a restored database has lost. Only for entries of our own tables. */
  restore?(tx: Transaction, id: string, amount: Money, at: Date): Promise<void>
}

/** The shop's functions, their answers checked. */
export interface ShopOrders extends Ledger {
  readonly fulfil: Fulfil
  /** The functions of the shop that have failed when this instance called them last. */
  readonly failing: () => readonly string[]
  /**
   * Who is signed in. The function asks once, however often it is called.
   * @param given the framework's own answer, which came with the request; `null`: there was none
   * @returns `null` when nothing says it: neither the shop's function nor the framework
   */
  readonly shopperOf: (headers: Headers, given: (() => unknown) | null) => Asked['shopper']
  /** Whether a shopper can prove by an account that an order is theirs. */
  readonly hasAccounts: (asked: Asked) => boolean
  /** `entry` is `null` for an id that has no order. Without accounts nobody may. */
  readonly mayPay: (entry: Entry | null, asked: Asked, id: string) => Promise<boolean>
}
