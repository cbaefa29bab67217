// What a session leaves behind once it has been over for long. Its ids, its shopper's keys and what was fulfilled are deleted,
// and of its row everything that names no money. The small row stays for ever: it is why a second payment of its order, a
// second payout of its reference and a second fulfilment stay impossible, and why money that comes late finds its order.
// So a cleaned session never looks like one that a restored database has lost (one-payment/lost-row-detector.ts).
//
// Nobody is ever waited for: rows that somebody holds locked are left for another round. Locks are of a kind that stops no
// press, and are held for some milliseconds.
import { isDisputed, isSentByKey } from '../kinds/sql.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { dayMs } from '../settings/keep-for.ts'
import type { Db, Transaction } from '../store/db.ts'

/** Of one table in one statement: a session may have had thousands of presses. */
const rowsAtOnce = 1_000

/** Nothing was ever sent: the shopper's server died before that, and nobody came back. `first_sent_at` precedes the first byte. */
const wasNeverSent = `s.outcome = 'open' and s.first_sent_at is null and s.service_id is null`

/**
 * Over for long: ended or paid by the service's last word, nothing is expected or to be carried out, and no person has to
 * look. A payin or payout whose create was never answered is not: its id may still come in a webhook, and nothing else
 * tells whose that is.
 */
const isOver = `(s.outcome in ('complete', 'failed', 'expired') or ${wasNeverSent}) and s.next_check_at is null
  and s.updated_at <= $1 and s.doubt is null and not ${isDisputed('s')}
  and (s.service_id is not null or s.rejected_at is not null or s.first_sent_at is null or not ${isSentByKey('s.kind')})
  and ${hasNo('alerts', 'true')}
  and ${hasNo('outbox', 'x.done_at is null or x.done_at > $1')}
  and ${hasNo('webhook_events', 'x.processed_at is null')}`

/** Not `not exists`: Postgres may then read the other table whole, once for all sessions of a batch. */
function hasNo(table: string, which: string): string {
  return `(select 1 from payin_checkout.${table} x where x.session = s.id and (${which}) limit 1) is null`
}

/** What is deleted with a session. Each has an index by its session. */
const belongings = [
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
 * Cleans some sessions that are over since before a time, the oldest first. Several instances may do so at once.
 * @param before a session that changed later stays as it is
 * @param most how many are looked at
 */
export function cleanSessions(db: Db, now: Date, before: Date, most: number): Promise<Cleaned> {
  return db.transaction(async (tx) => {
    const looked = await tx.query<{ id: string; isOver: boolean }>(
      `select s.id, ${isOver} as "isOver" from payin_checkout.sessions s
       where s.cleaned_at is null and coalesce(s.looked_at, s.created_at) <= $1
       order by coalesce(s.looked_at, s.created_at) limit $2 for no key update of s skip locked`,
      [before, most],
    )
    const over = looked.filter(({ isOver }) => isOver).map(({ id }) => id)
    const others = looked.filter(({ isOver }) => !isOver).map(({ id }) => id)
    await lookAgainLater(tx, others, before)
    const areAllGone = await deleteBelongings(tx, over)
    const count = over.length === 0 ? 0 : await clean(tx, over, now)
    return { count, isMore: looked.length === most || !areAllGone }
  })
}

/** A day later, or when it has been over for long enough: what is never over must not be looked at in every round. */
async function lookAgainLater(tx: Transaction, sessions: readonly string[], before: Date): Promise<void> {
  if (sessions.length === 0) return
  await tx.query(
    `update payin_checkout.sessions set looked_at = greatest(updated_at, $2::timestamptz) where id = any($1::uuid[])`,
    [sessions, new Date(before.getTime() + dayMs)],
  )
}

/** @returns whether nothing was left because there was too much of it */
async function deleteBelongings(tx: Transaction, sessions: readonly string[]): Promise<boolean> {
  if (sessions.length === 0) return true
  let areAllGone = true
  for (const { table, key, which } of belongings) {
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
 * A choice may hold an IBAN, whose hash can be guessed; that nothing was chosen tells nothing of anybody.
 * @returns how many have nothing left
 */
async function clean(tx: Transaction, sessions: readonly string[], now: Date): Promise<number> {
  const left = belongings.map(({ table }) => hasNo(table, 'true'))
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
