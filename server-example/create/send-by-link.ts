// Bank transfers and on-ramps (legacy document), whose creates know no key. What was created twice does no harm, for it
// can only be paid by its link, and a link is made of nothing but the one that is written down.
import { ServiceError } from 'payin-checkout/server'
import type { KindOfPayment, Link } from '../kinds/kind.ts'
import { logAlert, raise } from '../news/alerts.ts'
import { allowedPage } from '../news/hosted-page.ts'
import { nextCheckAt } from '../news/schedule.ts'
import { queryOne } from '../store/db.ts'
import { announce, readRow, type SessionRow } from '../store/session-row.ts'
import { close, type Delivered, type DeliverParts, logRefusal } from './attempt.ts'

/** Creates what the link will be of, and writes it down. */
export async function sendByLink(
  parts: DeliverParts,
  kind: KindOfPayment,
  frozen: SessionRow,
): Promise<SessionRow> {
  const { db, now } = parts
  if (frozen.service_id !== null || frozen.outcome !== 'open' || frozen.request_body === null) return frozen
  await db.query(
    `update sessions set first_sent_at = coalesce(first_sent_at, $2), next_check_at = coalesce(next_check_at, $3)
     where id = $1`,
    [frozen.id, new Date(now()), nextCheckAt(now(), 0, null, parts.hearing)],
  )
  try {
    const made = await kind.create({ idempotencyKey: frozen.service_key, body: frozen.request_body })
    if (!made) return frozen
    // The first to write wins. Another process's is left alone: without a link nobody can pay it.
    await db.query(
      `update sessions set service_id = $2, request_body = null
       where id = $1 and service_id is null and outcome = 'open'`,
      [frozen.id, made.id],
    )
    return readRow(db, frozen.id)
  } catch (error) {
    return refused(parts, frozen, error)
  }
}

/**
 * A fresh address of the hosted page, where one may still be given away.
 * @throws {ServiceError}
 */
export async function makeLink(parts: DeliverParts, row: SessionRow): Promise<Delivered> {
  const kind = parts.kinds[row.kind]
  // An on-ramp whose transaction is known is being paid: another link would be another payment.
  const isPaid = row.kind === 'on_ramp' && row.service_id !== null
  if (!kind.link || row.outcome !== 'open' || isPaid) return { row, link: null }
  let link: Link
  try {
    link = await kind.link(row)
  } catch (error) {
    // An earlier link may be in somebody's hands.
    if (row.expires_at !== null || row.redirect_url !== null) throw error
    return { row: await refused(parts, row, error), link: null }
  }
  const page = allowedPage(link.url, parts.config.hostedPageOrigins)
  if (page.refused) await raiseRefused(parts, row, page.refused)
  return { row: await noteLink(parts, row, link, page.url), link: page.url }
}

async function raiseRefused({ db, log, now }: DeliverParts, row: SessionRow, message: string): Promise<void> {
  const isNew = await raise(db, 'hosted_page_refused', row.id, message, new Date(now()))
  if (isNew) logAlert(log, 'hosted_page_refused', row)
}

async function noteLink(
  { db, now, hearing }: DeliverParts,
  row: SessionRow,
  link: Link,
  url: string | null,
): Promise<SessionRow> {
  return db.transaction(async (tx) => {
    const kept = link.oneTime ? null : url
    const expiresAt = link.expiresAt ?? row.expires_at
    const noted = await queryOne<SessionRow>(
      tx,
      // The status is only ever moved on by a link, never back: the bank may have been faster.
      `update sessions set status = case when status in ('CREATED', 'INTENT') then $2 else status end,
         redirect_url = $3, expires_at = $4, next_check_at = coalesce(next_check_at, $5), version = version + 1,
         updated_at = $6
       where id = $1 returning *`,
      [row.id, link.status, kept, expiresAt, nextCheckAt(now(), 0, expiresAt, hearing), new Date(now())],
    )
    await announce(tx, row.id)
    return noted
  })
}

/** A refusal is final for the attempt; anything else leaves it to be tried again. */
async function refused(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  if (error.status !== 400 && error.status !== 422) throw error
  return close(parts, row, { status: 'FAILED', outcome: 'failed', pointers })
}
