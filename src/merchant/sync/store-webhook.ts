// Stores what a webhook told, before it is answered and long before it is worked on.

import { logAlert } from '../alerts.ts'
import { TooManyWebhooks } from '../errors/webhook-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Recognize } from '../one-payment/adopt.ts'
import type { InOrderTransaction } from '../one-payment/order-transaction.ts'
import { findIdByPublicId, readRow } from '../session/session-row.ts'
import { createBatches } from '../store/batches.ts'
import type { Queries } from '../store/db.ts'
import { type EventRow, eventColumns, leaseMs, selectEvents, takeFetchSlot } from './event-row.ts'
import { compareStatus } from './merge.ts'
import { findWebhookMismatch, recordMismatch } from './mismatch.ts'
import type { ReceivedWebhook } from './parse-webhook.ts'
import { findSession, type ProcessParts } from './process-webhook.ts'

export interface StoreWebhookParts extends ProcessParts {
  readonly inOrderTransaction: InOrderTransaction
  readonly recognize: Recognize
}

/** A webhook that is to be stored, with the session that it is about, where that can be told. */
interface New {
  readonly heard: ReceivedWebhook
  readonly session: string | null
}

/** Unsigned webhooks of one session that wait to be worked on. */
const maxWaiting = 10

/** Makes the function that stores a webhook. */
export function createStoreWebhook(parts: StoreWebhookParts) {
  const { db, log, now, webhookHealth } = parts

  /** The session that a webhook is about, where that can be told without asking the service. */
  async function sessionOf({ kind, session, publicId, payment }: ReceivedWebhook): Promise<string | null> {
    if (session !== null) return session
    const known = publicId === null ? null : await findIdByPublicId(db, publicId)
    if (known !== null || !payment || payment.reference === null) return known
    // Signed, so it is the service's; and if it names an order of ours, it must not be ignored.
    const found = await parts.recognize({ kind, order_id: payment.reference }, kind, payment, true)
    return found?.id ?? null
  }

  /** Before it is stored: once it is, the payment can be complete at any moment. */
  async function raiseDoubt({ money }: ReceivedWebhook, session: string): Promise<void> {
    if (!money) return
    const row = await readRow(db, session)
    const doubt = findWebhookMismatch(row, money)
    if (doubt === null) return
    if (await recordMismatch(parts.inOrderTransaction, row, doubt, new Date(now())))
      logAlert(log, 'amount_differs', row)
  }

  /** @returns the new event of each; `undefined` where it is stored already */
  async function insertAll(queries: Queries, news: readonly New[]): Promise<(EventRow | undefined)[]> {
    const at = now()
    const column = <T>(of: (one: New) => T) => news.map(of)
    // Worked on at once by the one who stored it; later is for whoever finds it left over. In order: two instances that are
    // sent the same ones would wait for each other in a circle.
    const events = await queries.query<EventRow>(
      `insert into payin_checkout.webhook_events (hash, kind, service_id, session, word, received_at, next_try_at)
       select *, $6::timestamptz, $7::timestamptz
       from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[]) as new (hash) order by new.hash
       on conflict do nothing returning ${eventColumns}`,
      [
        column(({ heard }) => heard.hash),
        column(({ heard }) => heard.kind),
        column(({ heard }) => heard.serviceId),
        column(({ session }) => session),
        column(({ heard }) => heard.status),
        new Date(at),
        new Date(at + leaseMs),
      ],
    )
    // Of two with the same hash the first is the new one.
    const fresh = new Map(events.map((event) => [event.hash, event]))
    return news.map(({ heard: { hash } }) => {
      const event = fresh.get(hash)
      fresh.delete(hash)
      return event
    })
  }
  const insertTogether = createBatches((news: readonly New[]) => insertAll(db, news))

  /** Whoever has the address of an unsigned webhook could send as many as they like. */
  function insertUnsigned(heard: ReceivedWebhook, session: string): Promise<EventRow | undefined> {
    return db.transaction(async (tx) => {
      await tx.query('select from payin_checkout.sessions where id = $1 for no key update', [session])
      const waiting = await tx.query(
        'select from payin_checkout.webhook_events where session = $1 and processed_at is null and hash <> $2',
        [session, heard.hash],
      )
      if (waiting.length >= maxWaiting) throw new TooManyWebhooks()
      const [event] = await insertAll(tx, [{ heard, session }])
      return event
    })
  }

  /**
   * The same bytes a second time are mostly a repeated delivery. But a payment can come back to a status that it had
   * (COMPLETED, DISPUTED, COMPLETED), and nothing in the body tells the two apart: where the session says otherwise, the
   * service is asked, at most once in two seconds, whoever repeats it.
   */
  async function reopen({ hash, kind, status }: ReceivedWebhook): Promise<EventRow | undefined> {
    if (!kindOf(kind).webhooks.isSigned) return undefined
    const [event] = await db.query<EventRow>(`${selectEvents} where hash = $1 and processed_at is not null`, [
      hash,
    ])
    const row = event && (await findSession(parts, event))
    if (!row || compareStatus(row, status, true, parts.config.completeOn) !== 'fetch') return undefined
    if (!(await takeFetchSlot(db, row, now()))) return undefined
    const [reopened] = await db.query<EventRow>(
      `update payin_checkout.webhook_events set processed_at = null, result = 'repeated', attempts = 0, next_try_at = $2
       where hash = $1 and processed_at is not null returning ${eventColumns}`,
      [hash, new Date(now() + leaseMs)],
    )
    return reopened
  }

  /**
   * Stores what a webhook told. The same one is stored once, however often it comes.
   * @returns what there is to work on, if anything
   * @throws {TooManyWebhooks} when too many unsigned ones of its session wait already
   */
  return async function storeWebhook(heard: ReceivedWebhook): Promise<EventRow | undefined> {
    webhookHealth.areArriving = true
    const session = await sessionOf(heard)
    const { kind, serviceId, status } = heard
    const isLimited = session !== null && !kindOf(kind).webhooks.isSigned
    if (isLimited) await raiseDoubt(heard, session)
    const event = await (isLimited ? insertUnsigned(heard, session) : insertTogether({ heard, session }))
    log('webhook_stored', { service_id: serviceId, session, kind, status, count: event ? 1 : 0 })
    return event ?? reopen(heard)
  }
}
