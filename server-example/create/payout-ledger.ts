// What the back office pays out: an order's twin in the other direction. The reference is the back office's own, such as
// the number of a refund, and is paid out at most once.
import { type Money, sameMoney } from 'payin-checkout/server'
import type { Ledger } from '../orders.ts'
import type { Db, Transaction } from '../store/db.ts'

interface PayoutRow {
  id: string
  amount_value: string
  amount_currency: string
  status: 'unpaid' | 'paid'
  paid_session: string | null
}

export type PayoutLedger = ReturnType<typeof createPayoutLedger>

export function createPayoutLedger(db: Db) {
  const find = async (tx: Transaction, id: string): Promise<PayoutRow | undefined> =>
    (await tx.query<PayoutRow>('select * from payouts where id = $1 for update', [id]))[0]

  const ledger: Ledger = {
    async lock(tx, id) {
      return (await find(tx, id))?.status ?? 'unknown'
    },
    async markPaid(tx, { order, session, amount, at }) {
      const payout = await find(tx, order)
      if (!payout) return 'unknown_order'
      if (payout.status === 'paid') return payout.paid_session === session ? 'paid' : 'paid_by_another'
      if (!sameMoney(amountOf(payout), amount)) return 'other_amount'
      await tx.query(`update payouts set status = 'paid', paid_at = $2, paid_session = $3 where id = $1`, [
        order,
        at,
        session,
      ])
      return 'paid'
    },
  }
  return {
    ...ledger,
    /** Writes down what is to be paid out under a reference, once. Tells the amount that it was first written down with. */
    async note(id: string, { value, currency }: Money, at: Date): Promise<Money> {
      await db.query(
        `insert into payouts (id, amount_value, amount_currency, created_at) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [id, value, currency, at],
      )
      const [row] = await db.query<PayoutRow>('select * from payouts where id = $1', [id])
      return row ? amountOf(row) : { value, currency }
    },
  }
}

const amountOf = (row: PayoutRow): Money => ({ value: row.amount_value, currency: row.amount_currency })
