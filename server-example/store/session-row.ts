// A session as the database holds it, and as the page may see it.
import type { Kind, Money, Outcome, Session } from 'payin-checkout/server'
import { hashOf } from '../create/capability.ts'
import { type Queries, queryOne, type Transaction } from './db.ts'

export interface SessionRow {
  readonly id: string
  readonly seed: string
  readonly kind: Kind
  readonly order_id: string
  readonly attempt: number
  readonly choice_hash: string
  readonly amount_value: string
  readonly amount_currency: string
  readonly service_key: string
  readonly request_body: string | null
  readonly first_sent_at: Date | null
  readonly rejected_at: Date | null
  /** JSON list of what the service pointed at when it refused. */
  readonly rejected_pointers: string | null
  /** What the service calls it: the id of a payin, a payout or a transaction. */
  readonly service_id: string | null
  readonly status: string
  readonly status_details: string | null
  readonly outcome: Outcome
  readonly redirect_url: string | null
  readonly expires_at: Date | null
  readonly fetch_started_at: Date | null
  readonly next_check_at: Date | null
  readonly checks: number
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** The channel on which a change of a session is announced; the payload is the row's id. */
export const sessionChanged = 'session_changed'

/** The public session: these nine fields and nothing else, so nothing about payer, instrument or API can leak. */
export function toPublic(row: SessionRow, id: string): Session {
  return {
    id,
    kind: row.kind,
    status: row.status,
    status_details: row.status_details,
    outcome: row.outcome,
    amount: amountOf(row),
    reference: row.order_id,
    redirect_url: row.redirect_url,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

export const amountOf = (row: SessionRow): Money => ({
  value: row.amount_value,
  currency: row.amount_currency,
})

/** The session with this row id. */
export const readRow = (queries: Queries, id: string): Promise<SessionRow> =>
  queryOne<SessionRow>(queries, 'select * from sessions where id = $1', [id])

/** The session with this public id, or `null`. */
export async function findByPublicId(queries: Queries, id: string): Promise<SessionRow | null> {
  // Before hashing: a megabyte of "id" is not worth the work.
  if (!/^cs_[\w-]{20,100}$/.test(id)) return null
  const [row] = await queries.query<SessionRow>(
    'select s.* from session_ids i join sessions s on s.id = i.session where i.hash = $1',
    [hashOf(id)],
  )
  return row ?? null
}

/** Remembers that this public id opens this session; only its hash is stored. */
export async function rememberId(queries: Queries, id: string, session: string): Promise<void> {
  await queries.query('insert into session_ids (hash, session) values ($1, $2) on conflict do nothing', [
    hashOf(id),
    session,
  ])
}

/** Wakes whoever waits for this session, in every process, once the transaction is committed. */
export async function announce(tx: Transaction, session: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [sessionChanged, session])
}
