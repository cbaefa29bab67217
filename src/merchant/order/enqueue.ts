import type { Entry, PaidEvent, Payment } from '../orders.ts'
import { whoOf } from '../session/attempt-ids.ts'
import { isEnded } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Transaction } from '../store/db.ts'
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

/** A row of the outbox. */
export interface OutboxRow {
  readonly id: string
  readonly kind: PaidEvent['kind']
  readonly session: string
  readonly subject: string
  readonly amount_value: string
  readonly amount_currency: string
  /** How often it was dispatched before. */
  readonly attempts: number
  /** Until then other processes leave it alone. */
  readonly leased_until: Date
}

/** The columns of an `OutboxRow` that was leased just now. */
export const leasedColumns =
  'id, kind, session, subject, amount_value, amount_currency, attempts - 1 as attempts, leased_until'

/** Other processes leave a leased event alone for this time. Then they assume that this process died, and dispatch it. */
export const outboxLeaseMs = 60_000

/**
 * Puts an event into the outbox, in the transaction that marks the order as paid. It is leased by this process, which dispatches
 * it after the commit.
 * @returns `null` when the order was fulfilled before, for money that was not given back since
 */
export async function enqueue(
  tx: Transaction,
  kind: PaidEvent['kind'],
  { entry, sessions }: Pick<OrderCase, 'entry' | 'sessions'>,
  { id: session, amount, at }: Payment,
): Promise<OutboxRow | null> {
  if (entry === null) return null
  const others = sessions.filter(({ id }) => id !== session)
  const fulfilled = await withEvent(tx, others)
  // The id alone does not show it: it names the payer, whose address the shop may have corrected since. A payment that was
  // fulfilled has ended only when a person has said that its money was given back, or never came.
  if (fulfilled.some(({ outcome }) => !isEnded(outcome))) return null
  const id = eventIdOf(kind, entry, fulfilled.length)
  const [row] = await tx.query<OutboxRow>(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at, attempts, leased_until)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 1, $8) on conflict do nothing returning ${leasedColumns}`,
    [id, kind, session, entry.id, amount.value, amount.currency, at, new Date(at.getTime() + outboxLeaseMs)],
  )
  return row ?? null
}

/** Those of the sessions for which their order was fulfilled, or will be. */
async function withEvent(tx: Transaction, sessions: readonly SessionRow[]): Promise<readonly SessionRow[]> {
  if (sessions.length === 0) return []
  const events = await tx.query<{ session: string }>(
    'select session from payin_checkout.outbox where session = any($1::uuid[])',
    [sessions.map(({ id }) => id)],
  )
  return sessions.filter(({ id }) => events.some((event) => event.session === id))
}
