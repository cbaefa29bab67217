// Bank transfers and on-ramps (legacy document), whose creates know no key. What was created twice does no harm, for it
// can only be paid by its link, and a link is made of nothing but the one that is written down.
import { ServiceError } from '../../server/index.ts'
import { logAlert, raise } from '../alerts.ts'
import { TwoPaymentsOpen } from '../errors/order-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Link, ServicePort } from '../kinds/service-port.ts'
import { isNamedOncePaid } from '../kinds/sql.ts'
import { allowedPage } from '../news/hosted-page.ts'
import { nextCheck } from '../news/schedule.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import { announce, readRow, type SessionRow } from '../session/session-row.ts'
import { close } from '../session/undelivered.ts'
import { type Delivered, type DeliverParts, logRefusal } from './sending.ts'

/** Creates what the link will be of, and writes it down. */
export async function sendByLink(
  parts: DeliverParts,
  port: ServicePort,
  frozen: SessionRow,
): Promise<SessionRow> {
  const { db, now } = parts
  if (frozen.service_id !== null || frozen.outcome !== 'open' || frozen.request_body === null) return frozen
  await db.query(
    `update payin_checkout.sessions set first_sent_at = coalesce(first_sent_at, $2), next_check_at = coalesce(next_check_at, $3)
     where id = $1`,
    [frozen.id, new Date(now()), nextCheck({ ...frozen, checks: 0 }, now(), parts.hearing)],
  )
  try {
    const made = await port.create({ idempotencyKey: frozen.service_key, body: frozen.request_body })
    if (!made) return frozen
    // The first to write wins. Another process's is left alone: without a link nobody can pay it.
    await db.query(
      `update payin_checkout.sessions set service_id = $2, request_body = null
       where id = $1 and service_id is null and outcome = 'open'`,
      [frozen.id, made.id],
    )
    return readRow(db, frozen.id)
  } catch (error) {
    return refused(parts, frozen, error)
  }
}

/** Of one that is being paid, another link would be another payment. */
const mayHaveLink = ({ kind, outcome, doubt, service_id }: SessionRow) =>
  outcome === 'open' && doubt === null && !(kindOf(kind).isNamedOncePaid && service_id !== null)

/**
 * A fresh address of the hosted page, where one may still be given away.
 * @throws {ServiceError}
 */
export async function makeLink(parts: DeliverParts, row: SessionRow): Promise<Delivered> {
  const port = parts.ports[row.kind]
  if (!port.link || !mayHaveLink(row)) return { row, link: null }
  if (kindOf(row.kind).eachLinkIsAPayment) await takeLink(parts, row)
  let link: Link
  try {
    link = await port.link(row)
  } catch (error) {
    return { row: await withoutLink(parts, row, error), link: null }
  }
  const page = allowedPage(link.url, parts.config.hostedPageOrigins)
  if (page.refused) await raiseRefused(parts, row, page.refused)
  return noteLink(parts, row, link, page.url)
}

const maxLinks = 5
const linksForMs = 15 * 60_000

/** A link can be paid for a quarter of an hour. @throws {TwoPaymentsOpen} */
async function takeLink({ db, now }: DeliverParts, { id }: SessionRow): Promise<void> {
  const [at, windowBegan] = [new Date(now()), new Date(now() - linksForMs)]
  const taken = await db.query(
    `update payin_checkout.sessions set links_made = case when links_since > $3 then links_made + 1 else 1 end,
       links_since = case when links_since > $3 then links_since else $2 end
     where id = $1 and not (links_made >= ${maxLinks} and links_since > $3) returning id`,
    [id, at, windowBegan],
  )
  if (taken.length === 0) throw new TwoPaymentsOpen(false, linksForMs)
}

/** The session of which no link could be made. @throws {ServiceError} when it may be tried again */
async function withoutLink(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  const isRefusal = error instanceof ServiceError && error.kind === 'fix_request'
  // The bank may have decided, and nobody told us: then there is nothing left to be paid.
  const hasId = row.service_id !== null
  const now = hasId && isRefusal ? await parts.refresh(row.id, 'lookup') : await readRow(parts.db, row.id)
  if (!mayHaveLink(now)) return now
  // An earlier link may be in somebody's hands.
  if (now.expires_at !== null || now.redirect_url !== null) throw error
  return refused(parts, now, error)
}

async function raiseRefused({ db, log, now }: DeliverParts, row: SessionRow, message: string): Promise<void> {
  const isNew = await raise(db, 'hosted_page_refused', { session: row.id }, message, new Date(now()))
  if (isNew) logAlert(log, 'hosted_page_refused', row)
}

/** Writes the link down, unless the payment was faster: then nobody gets it. */
async function noteLink(
  { db, now, hearing }: DeliverParts,
  row: SessionRow,
  link: Link,
  url: string | null,
): Promise<Delivered> {
  return db.transaction(async (tx) => {
    const kept = link.oneTime ? null : url
    const expiresAt = link.expiresAt ?? row.expires_at
    const [noted] = await tx.query<SessionRow>(
      // The status is only ever moved on by a link, never back: the bank may have been faster.
      `update payin_checkout.sessions set status = case when status = any($7::text[]) then $2 else status end,
         redirect_url = $3, expires_at = $4, next_check_at = coalesce(next_check_at, $5), version = version + 1,
         updated_at = $6
       where id = $1 and outcome = 'open' and not (${isNamedOncePaid('kind')} and service_id is not null) returning *`,
      [
        row.id,
        link.status,
        kept,
        expiresAt,
        nextCheck({ ...row, checks: 0, expires_at: expiresAt }, now(), hearing),
        new Date(now()),
        kindOf(row.kind).beforeLink,
      ],
    )
    if (!noted) return { row: await readRow(tx, row.id), link: null }
    announce(tx, row.id)
    return { row: noted, link: url }
  })
}

/** A refusal is final for the attempt; anything else leaves it to be tried again. */
async function refused(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  if (!isPermanentRefusal(error)) throw error
  return close(parts, row, { status: 'FAILED', outcome: 'failed', pointers })
}
