// Cleans sessions that have been over for long. Their public ids, idempotency keys and fulfilled outbox events are deleted,
// and in the row everything that is not about money. The small row stays for ever. It prevents a second payment of its
// order, a second payout of its reference and a second fulfilment, and money that comes late finds its order by it.
// So a cleaned session never looks like one that a restored database has lost (one-payment/lost-row-detector.ts).
//
// Cleaning never waits for a lock: locked rows are left for another round. Its own locks do not block create requests, and
// are held for some milliseconds.
import { isDisputed, isSentByKey } from '../kinds/sql.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { dayMs } from '../settings/keep-for.ts'
import type { Db, Transaction } from '../store/db.ts'

/** The most rows of one table in one statement: a session may have thousands of keys. */
const rowsAtOnce = 1_000

/**
 * Nothing was ever sent for it: the server crashed before that, and nobody came back. `first_sent_at` is committed before the
 * first byte is sent.
 */
const wasNeverSent = `s.outcome = 'open' and s.first_sent_at is null and s.service_id is null`

/**
 * The session is over for long: the service's final status was read, no change is expected, no event has to be carried out,
 * and no alert waits for a person: one about a doubt or a dispute was settled. A payin or payout whose create was never answered does not count as over: its id may
 * still come in a webhook, and only this row tells whose it is.
 */
const isOver = `(s.outcome in ('complete', 'failed', 'expired') or ${wasNeverSent}) and s.next_check_at is null
  and s.updated_at <= $1 and (s.doubt is null or not ${hasNo('alerts', 'true')})
  and not (${isDisputed('s')} and s.settled_as is distinct from 'refunded')
  and (s.service_id is not null or s.rejected_at is not null or s.first_sent_at is null or not ${isSentByKey('s.kind')})
  and ${hasNo('alerts', 'x.settled_at is null')}
  and ${hasNo('outbox', 'x.done_at is null or x.done_at > $1')}
  and ${hasNo('webhook_events', 'x.processed_at is null')}`

/** Not written as `not exists`: for that Postgres may read the whole other table once for all sessions of a batch. */
function hasNo(table: string, which: string): string {
  return `(select 1 from payin_checkout.${table} x where x.session = s.id and (${which}) limit 1) is null`
}

/** The rows that are deleted with a session. Each table has an index by session. */
const dependents = [
  { table: 'session_ids', key: 'hash', which: 'true' },
  { table: 'session_claims', key: 'key_hash', which: 'true' },
  { table: 'outbox', key: 'id', which: 'done_at is not null' },
] as const

export interface Cleaned {
  /** How many sessions were cleaned. */
  readonly count: number
  /** Whether more may be due. */
  readonly isMore: boolean
}

/**
 * Cleans some sessions that were over before a time, oldest first. Several instances may do this at once.
 * @param before a session that changed after this time stays as it is
 * @param most how many sessions are checked
 */
export function cleanSessions(db: Db, now: Date, before: Date, most: number): Promise<Cleaned> {
  return db.transaction(async (tx) => {
    const checked = await tx.query<{ id: string; isOver: boolean }>(
      `select s.id, ${isOver} as "isOver" from payin_checkout.sessions s
       where s.cleaned_at is null and coalesce(s.looked_at, s.created_at) <= $1
       order by coalesce(s.looked_at, s.created_at) limit $2 for no key update of s skip locked`,
      [before, most],
    )
    const over = checked.filter(({ isOver }) => isOver).map(({ id }) => id)
    const others = checked.filter(({ isOver }) => !isOver).map(({ id }) => id)
    await checkLater(tx, others, before)
    const areAllGone = await deleteDependents(tx, over)
    const count = over.length === 0 ? 0 : await clean(tx, over, now)
    return { count, isMore: checked.length === most || !areAllGone }
  })
}

/** Schedules the next check of sessions that are not over, so that one that never ends is not checked in every round. */
async function checkLater(tx: Transaction, sessions: readonly string[], before: Date): Promise<void> {
  if (sessions.length === 0) return
  await tx.query(
    `update payin_checkout.sessions set looked_at = greatest(updated_at, $2::timestamptz) where id = any($1::uuid[])`,
    [sessions, new Date(before.getTime() + dayMs)],
  )
}

/** Deletes the rows that belong to sessions. @returns false when there were more than `rowsAtOnce` */
async function deleteDependents(tx: Transaction, sessions: readonly string[]): Promise<boolean> {
  if (sessions.length === 0) return true
  let areAllGone = true
  for (const { table, key, which } of dependents) {
    const gone = await tx.query(
      `delete from payin_checkout.${table} where ${key} in (
         select ${key} from payin_checkout.${table} where session = any($1::uuid[]) and ${which}
         limit ${rowsAtOnce} for update skip locked
       ) returning 1`,
      [sessions],
    )
    if (gone.length === rowsAtOnce) areAllGone = false
  }
  return areAllGone
}

/**
 * Cleans the rows of sessions that have no other rows left. The hash of a choice is removed, because it may be made of an IBAN
 * and can be guessed; the hash of "no choice" stays, because it says nothing about anybody.
 * @returns how many sessions were cleaned
 */
async function clean(tx: Transaction, sessions: readonly string[], now: Date): Promise<number> {
  const left = dependents.map(({ table }) => hasNo(table, 'true'))
  const cleaned = await tx.query(
    `update payin_checkout.sessions s set cleaned_at = $2, request_body = null, redirect_url = null, status_details = null,
       rejected_pointers = null, choice_hash = case when choice_hash = $3 then choice_hash else '' end,
       status = case when ${wasNeverSent} then 'EXPIRED' else status end,
       outcome = case when ${wasNeverSent} then 'expired' else outcome end
     where s.id = any($1::uuid[]) and ${left.join(' and ')} returning 1`,
    [sessions, now, choiceHash(null)],
  )
  return cleaned.length
}
