// Stores what a webhook told, before it is answered and long before it is worked on.

import { logAlert } from '../alerts.ts'
import { TooManyWebhooks } from '../errors/webhook-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Recognize } from '../one-payment/adopt.ts'
import type { InOrder } from '../one-payment/order-transaction.ts'
import { findByPublicId, readRow } from '../session/session-row.ts'
import type { Queries } from '../store/db.ts'
import { doubtOfWebhook, noteDoubt } from './doubt.ts'
import { type EventRow, mayAsk, selectEvents, workMs } from './event-row.ts'
import type { Heard } from './heard.ts'
import { weigh } from './merge.ts'
import { findSession, type TakeParts } from './take-event.ts'

export interface ReceiveParts extends TakeParts {
  readonly inOrder: InOrder
  readonly recognize: Recognize
}

/** Unsigned webhooks of one session that wait to be worked on. */
const maxWaiting = 10

/** Makes the function that stores a webhook. */
export function createReceive(parts: ReceiveParts) {
  const { db, log, now, hearing } = parts

  /** The session that a webhook is about, where that can be told without asking the service. */
  async function sessionOf({ kind, session, publicId, payment }: Heard): Promise<string | null> {
    if (session !== null) return session
    const row = publicId === null ? null : await findByPublicId(db, publicId)
    if (row || !payment || payment.reference === null) return row?.id ?? null
    // Signed, so it is the service's; and if it names an order of ours, it must not be ignored.
    const found = await parts.recognize({ kind, order_id: payment.reference }, kind, payment, true)
    return found?.id ?? null
  }

  /** Before it is stored: once it is, the payment can be complete at any moment. */
  async function raiseDoubt({ said }: Heard, session: string): Promise<void> {
    if (!said) return
    const row = await readRow(db, session)
    const doubt = doubtOfWebhook(row, said)
    if (doubt === null) return
    if (await noteDoubt(parts.inOrder, row, doubt, new Date(now()))) logAlert(log, 'amount_differs', row)
  }

  async function insert(queries: Queries, heard: Heard, session: string | null): Promise<boolean> {
    const { hash, kind, serviceId, word } = heard
    const at = now()
    // Worked on at once by the one who stored it; later is for whoever finds it left over.
    const rows = await queries.query(
      `insert into payin_checkout.webhook_events (hash, kind, service_id, session, word, received_at, next_try_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning hash`,
      [hash, kind, serviceId, session, word, new Date(at), new Date(at + workMs)],
    )
    log('webhook_stored', { service_id: serviceId, session, kind, status: word, count: rows.length })
    return rows.length > 0
  }

  /** Whoever has the address of an unsigned webhook could send as many as they like. */
  function insertUnsigned(heard: Heard, session: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      await tx.query('select from payin_checkout.sessions where id = $1 for no key update', [session])
      const waiting = await tx.query(
        'select from payin_checkout.webhook_events where session = $1 and processed_at is null and hash <> $2',
        [session, heard.hash],
      )
      if (waiting.length >= maxWaiting) throw new TooManyWebhooks()
      return insert(tx, heard, session)
    })
  }

  /**
   * The same bytes a second time are mostly a repeated delivery. But a payment can come back to a status that it had
   * (COMPLETED, DISPUTED, COMPLETED), and nothing in the body tells the two apart: where the session says otherwise, the
   * service is asked, at most once in two seconds, whoever repeats it.
   */
  async function reopen({ hash, kind, word }: Heard): Promise<boolean> {
    if (!kindOf(kind).webhooks.isSigned) return false
    const [event] = await db.query<EventRow>(`${selectEvents} where hash = $1 and processed_at is not null`, [
      hash,
    ])
    const row = event && (await findSession(parts, event))
    if (!row || weigh(row, word, true, parts.config.completeOn) !== 'fetch') return false
    if (!(await mayAsk(db, row, now()))) return false
    const reopened = await db.query(
      `update payin_checkout.webhook_events set processed_at = null, result = 'repeated', attempts = 0, next_try_at = $2
       where hash = $1 and processed_at is not null returning hash`,
      [hash, new Date(now() + workMs)],
    )
    return reopened.length > 0
  }

  /**
   * Stores what a webhook told. The same one is stored once, however often it comes.
   * @returns whether there is something to work on
   * @throws {TooManyWebhooks} when too many unsigned ones of its session wait already
   */
  return async function receive(heard: Heard): Promise<boolean> {
    hearing.webhooks = true
    const session = await sessionOf(heard)
    if (session === null || kindOf(heard.kind).webhooks.isSigned)
      return (await insert(db, heard, session)) || reopen(heard)
    await raiseDoubt(heard, session)
    return insertUnsigned(heard, session)
  }
}
