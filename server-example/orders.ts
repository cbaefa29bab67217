// THE seam: replace these functions with your shop's own orders, and keep the comments' promises.
import { type Money, type PayerDetails, sameMoney } from 'payin-checkout/server'
import type { ShopperKind } from './config.ts'
import type { Db, Transaction } from './store/db.ts'

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

export interface ListedOrder {
  readonly id: string
  readonly title: string
  readonly description: string
  /** A decimal string. */
  readonly amount: string
  readonly currency: string
  readonly status: 'unpaid' | 'paid'
  /** ISO 8601. */
  readonly paid_at: string | null
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

/** This server has no accounts. */
const everybodyIsAGuest: ShopperEmail = async () => null

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

/** Where it is written down that money has come (orders), or has gone out (create/payout-ledger.ts). */
export interface Ledger {
  /** Locks one entry until the transaction ends and tells its state. */
  lock(tx: Transaction, id: string): Promise<'unpaid' | 'paid' | 'unknown'>
  /** Marks it as paid, in the transaction that makes the session complete. */
  markPaid(tx: Transaction, payment: Payment): Promise<Paid>
  /** Writes an entry anew that a restored database has lost. Absent where it cannot be known from its payment. */
  restore?(tx: Transaction, id: string, amount: Money, at: Date): Promise<void>
}

export type Orders = ReturnType<typeof createOrders>

interface OrderRow {
  id: string
  title: string
  description: string
  amount_value: string
  amount_currency: string
  payer_email: string
  payer_first_name: string | null
  payer_last_name: string | null
  payer_address: string | null
  status: 'unpaid' | 'paid'
  placed_at: Date | null
  paid_at: Date | null
  paid_session: string | null
}

/** Orders in this server's own table. */
export function createOrders(db: Db, shopperEmail = everybodyIsAGuest) {
  const ledger: Ledger = {
    /**
     * Locks the order until the transaction ends and tells its state. The lock makes two tabs take turns: without
     * it both would find no open session and make two payins.
     */
    async lock(tx, orderId) {
      const [order] = await tx.query<OrderRow>('select * from orders where id = $1 for update', [orderId])
      return order?.status ?? 'unknown'
    },

    /**
     * Marks the order as paid, in the same transaction that makes the session complete: neither is ever true alone.
     * Never sells twice, and never for another amount; what it answers instead becomes an alert for a person.
     * Nothing else happens here: a transaction can be repeated, a parcel cannot. See `fulfil`.
     */
    async markPaid(tx, payment) {
      const [order] = await tx.query<OrderRow>('select * from orders where id = $1 for update', [
        payment.order,
      ])
      if (!order) return 'unknown_order'
      if (order.status === 'paid') return order.paid_session === payment.session ? 'paid' : 'paid_by_another'
      if (!sameMoney(amountOf(order), payment.amount)) return 'other_amount'
      await tx.query(`update orders set status = 'paid', paid_at = $2, paid_session = $3 where id = $1`, [
        payment.order,
        payment.at,
        payment.session,
      ])
      return 'paid'
    },
  }
  return {
    ...ledger,
    shopperEmail,

    /**
     * Price and payer of an order; `null` when there is none, or when it cannot be paid. Whether it is this shopper's was
     * checked, or is checked by the payer's e-mail address (owner/owners.ts).
     * The price comes from here and from nowhere else: what a browser sends, a shopper can change.
     */
    async quote(orderId: string, _asked: Asked): Promise<Quote | null> {
      const [order] = await db.query<OrderRow>('select * from orders where id = $1', [orderId])
      if (!order) return null
      return {
        reference: order.id,
        placedAt: order.placed_at,
        amount: amountOf(order),
        payer: payerOf(order),
      }
    },

    /**
     * What happens when money has come, after that was committed: ship, write the invoice, send the mail. Told at least
     * once: a process can die after the parcel and before it was written down that it is packed. So do it under the
     * event's id, as here, and throw when it did not work: it is told again.
     */
    async fulfil({ id, kind, subject }: PaidEvent): Promise<void> {
      if (kind !== 'order_paid') return
      await db.query(
        'insert into parcels (outbox_id, order_id, packed_at) values ($1, $2, now()) on conflict do nothing',
        [id, subject],
      )
    },

    /** All orders, for the shop's pages. */
    async list(): Promise<ListedOrder[]> {
      const rows = await db.query<OrderRow>('select * from orders order by id')
      return rows.map(({ id, title, description, amount_value, amount_currency, status, paid_at }) => ({
        id,
        title,
        description,
        amount: amount_value,
        currency: amount_currency,
        status,
        paid_at: paid_at?.toISOString() ?? null,
      }))
    },
  }
}

const amountOf = (order: OrderRow): Money => ({ value: order.amount_value, currency: order.amount_currency })

function payerOf(order: OrderRow): PayerDetails {
  const { payer_email: email, payer_first_name: first, payer_last_name: last, payer_address: address } = order
  return {
    email,
    ...(first && last && { first_name: first, last_name: last }),
    ...(address && { address }),
  }
}
