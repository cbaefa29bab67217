import type { Entry, PaidEvent, Payment } from '../orders.ts'
import { whoOf } from '../session/attempt-ids.ts'
import { queryOne, type Transaction } from '../store/db.ts'
import type { OrderCase } from './case.ts'

/**
 * The id of an event. It names the order and not the payment: after a restored backup another of its payments may be the one
 * that pays it.
 * @param refunded how often the order was fulfilled for money that was given back since
 */
export const eventIdOf = (
  kind: PaidEvent['kind'],
  entry: Pick<Entry, 'id' | 'payer' | 'placedAt'>,
  refunded = 0,
): string => `${kind}:${entry.id}:${whoOf(entry)}${refunded > 0 ? `:${refunded}` : ''}`

/** Puts an event into the outbox, in the transaction that marks the order as paid. */
export async function enqueue(
  tx: Transaction,
  kind: PaidEvent['kind'],
  { entry, sessions }: Pick<OrderCase, 'entry' | 'sessions'>,
  { id: session, amount, at }: Payment,
): Promise<void> {
  if (entry === null) return
  const refunded = sessions.filter(({ settled_as }) => settled_as === 'refunded').map(({ id }) => id)
  const id = eventIdOf(kind, entry, await countEvents(tx, refunded))
  await tx.query(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [id, kind, session, entry.id, amount.value, amount.currency, at],
  )
}

async function countEvents(tx: Transaction, sessions: readonly string[]): Promise<number> {
  if (sessions.length === 0) return 0
  const { count } = await queryOne<{ count: number }>(
    tx,
    'select count(*)::int as count from payin_checkout.outbox where session = any($1::uuid[])',
    [sessions],
  )
  return count
}
