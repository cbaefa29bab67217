import type { PaidEvent, Payment } from '../orders.ts'
import type { Transaction } from '../store/db.ts'

/** Puts an event into the outbox, in the transaction that marks the order as paid. */
export async function enqueue(
  tx: Transaction,
  kind: PaidEvent['kind'],
  subject: string,
  { id: session, amount, at }: Payment,
): Promise<void> {
  await tx.query(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [`${kind}:${session}`, kind, session, subject, amount.value, amount.currency, at],
  )
}
