// Replace these functions by your shop's own orders, and keep what the comments promise. The library does the rest:
//
// - Money: it asks `find` for the order's price and state before it gives out an address and when a payment comes. So
//   `setPaid` is called only for an order that nothing else paid, with its present price and currency.
// - Signature: it checks the signature of each webhook over the raw bytes. Even a genuine webhook only makes it read the
//   payment from the service. So `setPaid` is called with the service's own answer, never with the content of a webhook.
// - Idempotency: each attempt to pay an order has one Idempotency-Key. The key and the bytes of the request are stored before
//   the first send, so a retry after a crash sends the same request and makes no second payment.
// - Ordering: the changes of one order run one after the other, over all processes. A webhook or an answer that arrives late
//   never replaces a newer status.
import { readFile } from 'node:fs/promises'
import type { Db, Orders } from 'payin-checkout/merchant'
import type { PayerDetails } from 'payin-checkout/server'

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

/** Creates the tables of this shop when they are missing. */
export async function createTables(db: Db): Promise<void> {
  const sql = await readFile(new URL('orders.sql', import.meta.url), 'utf8')
  await db.transaction((tx) => tx.run(sql))
}

/** The orders of this shop, in its own table. */
export function createOrders(db: Db): Orders & { list(): Promise<ListedOrder[]> } {
  return {
    // `for update` locks the order until the transaction ends, so that its price and state stay as the library has read them.
    async find(tx, orderId) {
      const [order] = await tx.query<OrderRow>('select * from orders where id = $1 for update', [orderId])
      if (!order) return null
      return {
        id: order.id,
        amount: { value: order.amount_value, currency: order.amount_currency },
        payer: payerOf(order),
        // An order that was paid in another way, such as at the till, has no payment of ours.
        paidBy: order.status === 'paid' ? (order.paid_session ?? 'paid elsewhere') : null,
        placedAt: order.placed_at,
      }
    },

    // Runs in the transaction that makes the session complete, so both are committed or neither. Do nothing else here,
    // because a transaction may be repeated. A parcel must not be sent twice.
    async setPaid(tx, id, payment) {
      await tx.query(`update orders set status = 'paid', paid_at = $2, paid_session = $3 where id = $1`, [
        id,
        payment.at,
        payment.id,
      ])
    },

    // Called at least once: a process can die after packing a parcel and before storing that it was packed. So the
    // parcel is stored under the event's id.
    async fulfil({ id, kind, subject }) {
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

function payerOf(order: OrderRow): PayerDetails {
  const { payer_email: email, payer_first_name: first, payer_last_name: last, payer_address: address } = order
  return {
    email,
    ...(first && last && { first_name: first, last_name: last }),
    ...(address && { address }),
  }
}
