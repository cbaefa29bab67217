// A session as the database holds it, and as the page may see it.
import type { Kind, Money, Outcome, Session } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { isDisputed, sameLedger } from '../kinds/sql.ts'
import { type Queries, queryOne, type Transaction } from '../store/db.ts'
import { hashOf } from './capability.ts'
import { holdsMoney } from './outcomes.ts'

export interface SessionRow {
  readonly id: string
  readonly seed: string
  readonly kind: Kind
  readonly order_id: string
  /** What the service knows the order by; `null` in rows of an earlier version: it is the order's id. */
  readonly reference: string | null
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
  /** Why its money is not believed to be the order's; `null`: there is no doubt. */
  readonly doubt: string | null
  /** When a promise became known that came after an end. */
  readonly late_promise_at: Date | null
  readonly redirect_url: string | null
  readonly expires_at: Date | null
  readonly fetch_started_at: Date | null
  readonly next_check_at: Date | null
  readonly checks: number
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** A session together with what its order has reached by any session. The page is shown nothing less. */
export interface ShownRow extends SessionRow {
  readonly order_outcome: 'open' | 'authorized' | 'complete'
}

/** The channel on which a change of a session is announced; the payload is the row's id. */
export const sessionChanged = 'session_changed'

/** Sessions `o` of the same order as `s`. `unique (order_id, kind, attempt)` is the index that finds them. */
const ofSameOrder = `o.order_id = s.order_id and ${sameLedger('o.kind', 's.kind')}`

/**
 * Whether a session holds its order: its money is promised or here. Who disputes a payment has paid it, also where we
 * never heard of that.
 */
export const holdsOrder = ({ outcome, status, kind }: SessionRow): boolean =>
  holdsMoney(outcome) || status === kindOf(kind).disputeStatus

/** The columns of a `ShownRow`. 'complete' comes after 'authorized' in the alphabet. */
const shown = `s.*, coalesce((select case o.outcome when 'complete' then 'complete' else 'authorized' end from payin_checkout.sessions o
  where ${ofSameOrder} and (o.outcome in ('authorized', 'complete') or ${isDisputed('o')})
  order by 1 desc limit 1), 'open') as order_outcome`

/**
 * Tells whether the hosted page of a session may be opened. The one place that decides it: an address is given out for
 * an open session without doubts, of an order that nothing has been paid or promised for.
 */
export const mayBeOpened = ({ outcome, order_outcome, doubt }: ShownRow): boolean =>
  outcome === 'open' && order_outcome === 'open' && doubt === null

/**
 * The public session: these ten fields and nothing else, so nothing about payer, instrument or API can leak.
 * @param link an address that is stored nowhere, such as a one-time link
 */
export function toPublic(row: ShownRow, id: string, link = row.redirect_url): Session {
  return {
    id,
    kind: row.kind,
    status: row.status,
    status_details: row.status_details,
    outcome: row.outcome,
    order_outcome: row.order_outcome,
    amount: amountOf(row),
    reference: row.order_id,
    redirect_url: mayBeOpened(row) ? link : null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

export const amountOf = (row: SessionRow): Money => ({
  value: row.amount_value,
  currency: row.amount_currency,
})

/** The session with this row id. */
export const readRow = (queries: Queries, id: string): Promise<SessionRow> =>
  queryOne<SessionRow>(queries, 'select * from payin_checkout.sessions where id = $1', [id])

/** The session with this row id, as it may be shown now. */
export const readShown = (queries: Queries, id: string): Promise<ShownRow> =>
  queryOne<ShownRow>(queries, `select ${shown} from payin_checkout.sessions s where s.id = $1`, [id])

/** Looked at before hashing: a megabyte of "id" is not worth the work. */
const isPublicId = (id: string): boolean => /^cs_[\w-]{20,100}$/.test(id)

/** The sessions with these public ids; an id that opens none is not in it. */
export async function findByPublicIds(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownRow>> {
  const idOf = new Map(ids.filter(isPublicId).map((id) => [hashOf(id), id]))
  if (idOf.size === 0) return new Map()
  const rows = await queries.query<ShownRow & { readonly hash: string }>(
    `select i.hash, ${shown} from payin_checkout.session_ids i join payin_checkout.sessions s on s.id = i.session where i.hash = any($1::text[])`,
    [[...idOf.keys()]],
  )
  return new Map(rows.map((row) => [idOf.get(row.hash) ?? '', row]))
}

/** The row id of the session with this public id, or `null`. */
export async function findIdByPublicId(queries: Queries, id: string): Promise<string | null> {
  if (!isPublicId(id)) return null
  const [row] = await queries.query<{ session: string }>(
    'select session from payin_checkout.session_ids where hash = $1',
    [hashOf(id)],
  )
  return row?.session ?? null
}

/**
 * Remembers that this public id opens this session; only its hash is stored. Where the session was cleaned, its life begins
 * again: who was given its id must be able to read it.
 */
export async function rememberId(queries: Queries, id: string, session: string, at: Date): Promise<void> {
  await queries.query(
    `with found_again as (
       update payin_checkout.sessions set cleaned_at = null, looked_at = $3 where id = $2 and cleaned_at is not null
     ) insert into payin_checkout.session_ids (hash, session) values ($1, $2) on conflict do nothing`,
    [hashOf(id), session, at],
  )
}

/** What is read of a session before it is changed. */
export interface LockedRow extends SessionRow {
  /** Whether its order has other sessions. Under the order's lock none is added. */
  readonly has_siblings: boolean
}

/** Locks the session with this row id, and reads it. */
export const lockRow = (tx: Transaction, id: string): Promise<LockedRow> =>
  queryOne<LockedRow>(
    tx,
    // Not `for update`: that also stops the foreign key of a claim.
    `select s.*, exists (select 1 from payin_checkout.sessions o where ${ofSameOrder} and o.id <> s.id) as has_siblings
     from payin_checkout.sessions s where s.id = $1 for no key update`,
    [id],
  )

/** Wakes whoever waits for this session, in every process, once the transaction is committed. */
export const notifyChange = (tx: Pick<Transaction, 'notify'>, session: string): void =>
  tx.notify(sessionChanged, session)

/** The same for the other sessions of its order: what the order has reached has changed, and with it what they show. */
export async function notifySiblings(tx: Transaction, session: string): Promise<void> {
  const siblings = await tx.query<{ id: string }>(
    `update payin_checkout.sessions o set version = o.version + 1 from payin_checkout.sessions s
     where s.id = $1 and ${ofSameOrder} and o.id <> s.id returning o.id`,
    [session],
  )
  for (const { id } of siblings) notifyChange(tx, id)
}
