// Stores a webhook before it is answered and processed. A webhook that is answered but not stored would be lost in a crash.

import { logAlert, raise } from '../alerts.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Recognize } from '../one-payment/adopt.ts'
import type { OnOrder } from '../order/on-order.ts'
import { compareStatus } from '../order/rules/merge.ts'
import { findWebhookMismatch } from '../order/rules/mismatch.ts'
import { takeFetchSlot, writeDoubt } from '../order/write/payments.ts'
import { findIdByPublicId, readRow } from '../session/session-row.ts'
import { createBatches } from '../store/batches.ts'
import type { Queries } from '../store/db.ts'
import { type EventRow, eventColumns, leaseMs, minFetchIntervalMs, selectEvents } from './event-row.ts'
import type { ReceivedWebhook } from './parse-webhook.ts'
import { findSession, type ProcessParts } from './process-webhook.ts'
import { storeUnsigned } from './store-unsigned.ts'

export interface StoreWebhookParts extends ProcessParts {
  readonly onOrder: OnOrder
  readonly recognize: Recognize
}

/** A webhook to store, with its session where that is known. */
interface WebhookToStore {
  readonly webhook: ReceivedWebhook
  readonly session: string | null
}

/** Makes the function that stores a webhook. */
export function createStoreWebhook(parts: StoreWebhookParts) {
  const { db, log, now, webhookHealth } = parts

  /** The session that a webhook is about, where it can be found without a call to the service. */
  async function sessionOf({ kind, session, publicId, payment }: ReceivedWebhook): Promise<string | null> {
    if (session !== null) return session
    const known = publicId === null ? null : await findIdByPublicId(db, publicId)
    if (known !== null || !payment || payment.reference === null) return known
    // It is signed, so the service sent it. If it is about an order of ours, it must not be ignored.
    const found = await parts.recognize({ kind, order_id: payment.reference }, kind, payment, true)
    return found?.id ?? null
  }

  /** Called before the webhook is stored: once it is stored, the payment can complete at any moment. */
  async function raiseMismatch({ money, serviceId }: ReceivedWebhook, session: string): Promise<void> {
    if (!money) return
    const row = await readRow(db, session)
    if (findWebhookMismatch(row, serviceId, money) === null) return
    const at = new Date(now())
    const raised = await parts.onOrder(row, async ({ tx, order }) => {
      const known = order.sessions.find(({ id }) => id === session)
      const mismatch = known ? findWebhookMismatch(known, serviceId, money) : null
      if (mismatch === null) return null
      await writeDoubt(tx, session, mismatch, at)
      return raise(tx, 'amount_differs', { session }, mismatch, at)
    })
    if (raised) logAlert(log, raised)
  }

  /** @returns for each webhook the new event, or `undefined` when it was stored before */
  async function insertAll(
    queries: Queries,
    webhooks: readonly WebhookToStore[],
  ): Promise<(EventRow | undefined)[]> {
    const at = now()
    const column = <T>(of: (webhook: WebhookToStore) => T) => webhooks.map(of)
    // This process works on the events at once, so it leases them. Ordered by hash: two instances that store the same
    // webhooks in different orders would deadlock.
    const events = await queries.query<EventRow>(
      `insert into payin_checkout.webhook_events (hash, kind, service_id, session, status, received_at, next_try_at, leased_until)
       select *, $6::timestamptz, $6::timestamptz, $7::timestamptz
       from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[]) as new (hash) order by new.hash
       on conflict do nothing returning ${eventColumns}`,
      [
        column(({ webhook }) => webhook.hash),
        column(({ webhook }) => webhook.kind),
        column(({ webhook }) => webhook.serviceId),
        column(({ session }) => session),
        column(({ webhook }) => webhook.status),
        new Date(at),
        new Date(at + leaseMs),
      ],
    )
    // Of two with the same hash, the first one gets the new event.
    const newEvents = new Map(events.map((event) => [event.hash, event]))
    return webhooks.map(({ webhook: { hash } }) => {
      const event = newEvents.get(hash)
      newEvents.delete(hash)
      return event
    })
  }
  const insertTogether = createBatches((webhooks: readonly WebhookToStore[]) => insertAll(db, webhooks))

  /**
   * The same bytes again are mostly a repeated delivery. But a payment can return to an earlier status (COMPLETED, DISPUTED,
   * COMPLETED), and the body of the second COMPLETED equals the first. So when the session has another status, the event is
   * processed again and the payment fetched, at most once in two seconds.
   */
  async function reopen({ hash, kind, status }: ReceivedWebhook): Promise<EventRow | undefined> {
    if (!kindOf(kind).webhooks.isSigned) return undefined
    const [event] = await db.query<EventRow>(`${selectEvents} where hash = $1 and processed_at is not null`, [
      hash,
    ])
    const row = event && (await findSession(parts, event))
    if (!row || compareStatus(row, status, true, parts.config.completeOn) !== 'fetch') return undefined
    if (!(await takeFetchSlot(db, row.id, now(), minFetchIntervalMs))) return undefined
    const [reopened] = await db.query<EventRow>(
      `update payin_checkout.webhook_events set processed_at = null, result = 'repeated', attempts = 0, leased_until = $2
       where hash = $1 and processed_at is not null returning ${eventColumns}`,
      [hash, new Date(now() + leaseMs)],
    )
    return reopened
  }

  /**
   * Stores a webhook. A repeated one is stored only once.
   * @returns the event to process, if there is one
   */
  return async function storeWebhook(webhook: ReceivedWebhook): Promise<EventRow | undefined> {
    webhookHealth.areArriving = true
    const session = await sessionOf(webhook)
    const { kind, serviceId, status } = webhook
    const isUnsigned = session !== null && !kindOf(kind).webhooks.isSigned
    if (isUnsigned) await raiseMismatch(webhook, session)
    const event = await (isUnsigned
      ? storeUnsigned(db, webhook, session, now())
      : insertTogether({ webhook, session }))
    log('webhook_stored', { service_id: serviceId, session, kind, status, count: event ? 1 : 0 })
    return event ?? reopen(webhook)
  }
}
