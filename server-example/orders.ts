// THE seam: replace these functions with your shop's own orders, and keep the comments' promises.
import { type Money, type PayerDetails, sameMoney } from 'payin-checkout/server'
import type { Db, Transaction } from './store/db.ts'

export interface Quote {
  /** What the service and your bookkeeping know the order by: at most 36 characters. */
  readonly reference: string
  readonly amount: Money
  readonly payer: PayerDetails
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
}

/**
 * The e-mail address of the shopper who is signed in, `null` for a guest. Whoever it names is shown their saved bank
 * accounts, so read it from your session cookie, checked as for an account page; never from a header or a parameter
 * that a page can set.
 */
export type ShopperEmail = (headers: Headers) => Promise<string | null>

/** This server has no accounts. */
const everybodyIsAGuest: ShopperEmail = async () => null

export interface Payment {
  readonly order: string
  readonly session: string
  readonly amount: Money
  readonly at: Date
}

export type Paid = 'paid' | 'paid_by_another' | 'other_amount' | 'unknown_order'

export type Orders = ReturnType<typeof createOrders>

interface OrderRow {
  id: string
  title: string
  description: string
  amount_value: string
  amount_currency: string
  payer_email: string
  status: 'unpaid' | 'paid'
  paid_at: Date | null
  paid_session: string | null
}

/** Orders in this server's own table. */
export function createOrders(db: Db, shopperEmail = everybodyIsAGuest) {
  return {
    shopperEmail,

    /**
     * Price and payer of an order; `null` when there is none, or when it is not this shopper's.
     * The price comes from here and from nowhere else: what a browser sends, a shopper can change. Order ids can be
     * guessed, so a shop with accounts compares the order's owner with `asked.headers` here.
     */
    async quote(orderId: string, _asked: Asked): Promise<Quote | null> {
      const [order] = await db.query<OrderRow>('select * from orders where id = $1', [orderId])
      if (!order) return null
      return { reference: order.id, amount: amountOf(order), payer: { email: order.payer_email } }
    },

    /**
     * Locks the order until the transaction ends and tells its state. The lock makes two tabs take turns: without
     * it both would find no open session and make two payins.
     */
    async lock(tx: Transaction, orderId: string): Promise<'unpaid' | 'paid' | 'unknown'> {
      const [order] = await tx.query<OrderRow>('select * from orders where id = $1 for update', [orderId])
      return order?.status ?? 'unknown'
    },

    /**
     * Marks the order as paid, in the same transaction that makes the session complete: neither is ever true alone.
     * Never sells twice, and never for another amount; what it answers instead becomes an alert for a person.
     * Ship from a queue that reads paid orders, not from here: a transaction can be repeated, a parcel cannot.
     */
    async markPaid(tx: Transaction, payment: Payment): Promise<Paid> {
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
