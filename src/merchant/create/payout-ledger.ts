// The ledger of payouts: it does for the back office's references what the shop's orders do for incoming money. A reference
// is chosen by the back office, such as the number of a refund, and is paid out at most once.
import { type Money, sameMoney } from '../../server/index.ts'
import { payout as kind } from '../kinds/payout.ts'
import { countedOf } from '../order/case.ts'
import type { OnOrder } from '../order/on-order.ts'
import type { Entry, Ledger } from '../orders.ts'
import type { Transaction } from '../store/db.ts'

interface PayoutRow {
  id: string
  amount_value: string
  amount_currency: string
  status: 'unpaid' | 'paid'
  paid_session: string | null
}

const find = async (tx: Transaction, id: string): Promise<PayoutRow | undefined> =>
  (await tx.query<PayoutRow>('select * from payin_checkout.payouts where id = $1 for update', [id]))[0]

const insert = (tx: Transaction, id: string, { value, currency }: Money, at: Date) =>
  tx.query(
    `insert into payin_checkout.payouts (id, amount_value, amount_currency, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [id, value, currency, at],
  )

export const payoutLedger: Ledger = {
  async find(tx, id) {
    const row = await find(tx, id)
    return row ? entryOf(row) : null
  },
  async setPaid(tx, { id }, { id: session, at }) {
    await tx.query(
      `update payin_checkout.payouts set status = 'paid', paid_at = $2, paid_session = $3 where id = $1`,
      [id, at, session],
    )
  },
  async setUnpaid(tx, id, session) {
    await tx.query(
      `update payin_checkout.payouts set status = 'unpaid', paid_at = null, paid_session = null
       where id = $1 and paid_session = $2`,
      [id, session],
    )
  },
  async restore(tx, id, amount, at) {
    await insert(tx, id, amount, at)
  },
}

/**
 * Stores the amount to pay out under a reference. A different amount replaces it only when the service has refused every
 * attempt so far, because then no payout with the first amount exists.
 * @returns the amount that is valid now
 */
export function recordPayout(onOrder: OnOrder, id: string, amount: Money, at: Date): Promise<Money> {
  return onOrder({ kind: kind.name, order_id: id }, async ({ tx, order }) => {
    await insert(tx, id, amount, at)
    const payout = await find(tx, id)
    if (!payout || sameMoney(amountOf(payout), amount)) return amount
    if (countedOf(order).length > 0) return amountOf(payout)
    await tx.query(
      'update payin_checkout.payouts set amount_value = $2, amount_currency = $3 where id = $1',
      [id, amount.value, amount.currency],
    )
    return amount
  })
}

const entryOf = (row: PayoutRow): Entry => ({
  id: row.id,
  ownId: row.id,
  amount: amountOf(row),
  payer: null,
  paidBy: row.paid_session,
  placedAt: null,
  reference: row.id,
  legacy: null,
})

const amountOf = (row: PayoutRow): Money => ({ value: row.amount_value, currency: row.amount_currency })
