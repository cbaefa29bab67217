// Writes by what a payment is found: its public ids and the idempotency keys of the widget. Of both only hashes are stored, and
// cleaning deletes them.
import { KeyOfAnotherRequest } from '../../errors/order-errors.ts'
import { hashOf } from '../../session/capability.ts'
import { choiceHash } from '../../session/choice-hash.ts'
import type { SessionRow } from '../../session/session-row.ts'
import type { Queries, Transaction } from '../../store/db.ts'

/**
 * This public id leads to this session. A session that was cleaned counts as new again, because whoever got its id must be
 * able to read it.
 */
export async function rememberId(queries: Queries, id: string, session: string, at: Date): Promise<void> {
  await queries.query(
    `with found_again as (
       update payin_checkout.sessions set cleaned_at = null, looked_at = $3 where id = $2 and cleaned_at is not null
     ) insert into payin_checkout.session_ids (hash, session) values ($1, $2) on conflict do nothing`,
    [hashOf(id), session, at],
  )
}

/**
 * This key gets this session.
 * @throws {KeyOfAnotherRequest} when a request for another order has stored the key at the same moment
 */
export async function storeClaim(
  tx: Transaction,
  key: string,
  { id, order_id }: Pick<SessionRow, 'id' | 'order_id'>,
  requestHash: string,
  at: Date,
): Promise<void> {
  const claims = await tx.query(
    `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (key_hash) do update set session = excluded.session
       where session_claims.request_hash = excluded.request_hash returning key_hash`,
    [hashOf(key), id, order_id, requestHash, at],
  )
  if (claims.length === 0) throw new KeyOfAnotherRequest()
}

/** This key has no session: the one that it got had ended before it was returned for this key. */
export async function removeClaim(queries: Queries, key: string): Promise<void> {
  await queries.query('delete from payin_checkout.session_claims where key_hash = $1', [hashOf(key)])
}

/** These sessions are not over: they are looked at again after a time. */
export async function lookLater(queries: Queries, sessions: readonly string[], after: Date): Promise<void> {
  if (sessions.length === 0) return
  await queries.query(
    'update payin_checkout.sessions set looked_at = greatest(updated_at, $2::timestamptz) where id = any($1::uuid[])',
    [sessions, after],
  )
}

/** The session of a row has ended: of one that was fulfilled, the money was given back. */
const isRefunded = `coalesce((select outcome in ('failed', 'expired') from payin_checkout.sessions s where s.id = session), false)`

/**
 * The rows that are deleted with a session. Each table has an index by session. The event of money that was given back stays: when
 * its order is paid again, that is another event (order/enqueue.ts).
 */
const dependents = [
  { table: 'session_ids', key: 'hash', which: 'true', stays: 'false' },
  { table: 'session_claims', key: 'key_hash', which: 'true', stays: 'false' },
  { table: 'outbox', key: 'id', which: 'done_at is not null', stays: isRefunded },
] as const

/** The most rows of one table in one statement: a session may have thousands of keys. */
const rowsAtOnce = 1_000

/** Nobody can ask for these sessions any more. @returns false when they have more rows than one statement deletes */
export async function deleteDependents(queries: Queries, sessions: readonly string[]): Promise<boolean> {
  if (sessions.length === 0) return true
  let areAllGone = true
  for (const { table, key, which, stays } of dependents) {
    const gone = await queries.query(
      `delete from payin_checkout.${table} where ${key} in (
         select ${key} from payin_checkout.${table} where session = any($1::uuid[]) and ${which} and not ${stays}
         limit ${rowsAtOnce} for update skip locked
       ) returning 1`,
      [sessions],
    )
    if (gone.length === rowsAtOnce) areAllGone = false
  }
  return areAllGone
}

/** True for a session `s` that has no such rows. Not `not exists`: for that Postgres may read the whole other table once. */
export const hasNo = (table: string, which = 'true'): string =>
  `(select 1 from payin_checkout.${table} x where x.session = s.id and (${which}) limit 1) is null`

/**
 * Nothing was ever sent for a session `s`: the server crashed before that, and nobody came back. `first_sent_at` is committed
 * before the first byte is sent.
 */
export const wasNeverSent = `s.outcome = 'open' and s.first_sent_at is null and s.service_id is null`

/**
 * Of these sessions, those that have no other rows left keep only what is about money. The hash of a choice is removed,
 * because it may be made of an IBAN and can be guessed; the hash of "no choice" stays, because it says nothing about anybody.
 * @returns how many sessions were cleaned
 */
export async function clean(queries: Queries, sessions: readonly string[], at: Date): Promise<number> {
  if (sessions.length === 0) return 0
  const cleaned = await queries.query(
    `update payin_checkout.sessions s set cleaned_at = $2, request_body = null, redirect_url = null, status_details = null,
       rejected_pointers = null, choice_hash = case when choice_hash = $3 then choice_hash else '' end,
       status = case when ${wasNeverSent} then 'EXPIRED' else status end,
       outcome = case when ${wasNeverSent} then 'expired' else outcome end
     where s.id = any($1::uuid[]) and ${dependents.map(({ table, stays }) => hasNo(table, `not ${stays}`)).join(' and ')} returning 1`,
    [sessions, at, choiceHash(null)],
  )
  return cleaned.length
}
