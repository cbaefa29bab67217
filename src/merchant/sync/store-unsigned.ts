// Stores an unsigned webhook. Anybody who has its address can send any number with invented payments, so a row holds only
// which payment of which session was named.
import { type Db, type Queries, queryOne } from '../store/db.ts'
import { type EventRow, eventColumns, leaseMs } from './event-row.ts'
import type { ReceivedWebhook } from './parse-webhook.ts'

/** While fewer unsigned webhooks of a session wait, each is processed at once. The sweep looks at the others in turn. */
const maxAtOnce = 10
/** How many payments the unsigned webhooks of one session may name. */
const maxNamed = 5_000

/**
 * Counts how often a payment was named since it was processed. After that, only another body has it processed again: the
 * same one is a repeated delivery.
 */
const upsertUnsigned = `insert into payin_checkout.webhook_events as e
    (hash, kind, service_id, session, status, received_at, next_try_at, leased_until, body_hash)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $8)
  on conflict (hash) do update set
    named = case when e.processed_at is null then e.named + 1 else 1 end,
    leased_until = case when e.processed_at is null then e.leased_until else excluded.leased_until end,
    attempts = case when e.processed_at is null then e.attempts else 0 end,
    result = case when e.processed_at is null then e.result end,
    next_try_at = least(e.next_try_at, excluded.next_try_at), processed_at = null,
    status = excluded.status, received_at = excluded.received_at, body_hash = excluded.body_hash
  where e.processed_at is null or e.body_hash is distinct from excluded.body_hash
  returning ${eventColumns}`

/**
 * Stores which payment an unsigned webhook names, once for each payment. None is refused for its number: anybody who has
 * the address could send any number, and the real one would be among those that are refused.
 * @returns the event when it is processed at once
 */
export function storeUnsigned(
  db: Db,
  webhook: ReceivedWebhook,
  session: string,
  now: number,
): Promise<EventRow | undefined> {
  return db.transaction(async (tx) => {
    await tx.query('select from payin_checkout.sessions where id = $1 for no key update', [session])
    const { waiting } = await queryOne<{ waiting: number }>(
      tx,
      `select count(*)::int as waiting from payin_checkout.webhook_events where session = $1 and processed_at is null`,
      [session],
    )
    const isAtOnce = waiting < maxAtOnce
    const [event] = await tx.query<EventRow>(upsertUnsigned, [
      webhook.hash,
      webhook.kind,
      webhook.serviceId,
      session,
      webhook.status,
      new Date(now),
      isAtOnce ? new Date(now + leaseMs) : null,
      webhook.bodyHash,
    ])
    const isNew = event?.named === 1
    if (isNew && waiting >= maxNamed) await forgetOne(tx, session, event.hash)
    return isNew && isAtOnce ? event : undefined
  })
}

/** Of the payments that were named least often, forgets the one that was named longest ago. */
async function forgetOne(tx: Queries, session: string, except: string): Promise<void> {
  await tx.query(
    `delete from payin_checkout.webhook_events where hash = (
       select hash from payin_checkout.webhook_events where session = $1 and processed_at is null and hash <> $2
       order by named, received_at limit 1)`,
    [session, except],
  )
}
