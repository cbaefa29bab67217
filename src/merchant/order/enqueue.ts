import type { Entry, PaidEvent, Payment } from '../orders.ts'
import { whoOf } from '../session/attempt-ids.ts'
import type { Transaction } from '../store/db.ts'

/**
 * The id of an event. An order is paid at most once, so it names the order and not the payment: after a restored backup another
 * of its payments may be the one that pays it.
 */
export const eventIdOf = (kind: PaidEvent['kind'], entry: Pick<Entry, 'id' | 'payer' | 'placedAt'>): string =>
  `${kind}:${entry.id}:${whoOf(entry)}`

/** Puts an event into the outbox, in the transaction that marks the order as paid. */
export async function enqueue(
  tx: Transaction,
  kind: PaidEvent['kind'],
  entry: Pick<Entry, 'id' | 'payer' | 'placedAt'>,
  { id: session, amount, at }: Payment,
): Promise<void> {
  await tx.query(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [eventIdOf(kind, entry), kind, session, entry.id, amount.value, amount.currency, at],
  )
}
