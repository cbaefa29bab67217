// Sends bank transfers and on-ramps (legacy document), whose creates have no idempotency key. A second create does no harm: a
// transaction can only be paid by its link, and a link is only made for the transaction that is stored.
import { ServiceError } from '../../server/index.ts'
import { logAlert, raise } from '../alerts.ts'
import { TwoPaymentsOpen } from '../errors/order-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Link, ServicePort } from '../kinds/service-port.ts'
import { getsIdWhenPaid } from '../kinds/sql.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import { notifyChange, readRow, type SessionRow } from '../session/session-row.ts'
import { closeAttempt } from '../session/undelivered.ts'
import { allowedPage } from '../sync/hosted-page.ts'
import { nextCheck } from '../sync/schedule.ts'
import { type Delivered, type DeliverParts, logRefusal } from './sending.ts'

/** Creates the transaction that the link will be for, and stores its id. */
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
    [frozen.id, new Date(now()), nextCheck({ ...frozen, checks: 0 }, now(), parts.webhookHealth)],
  )
  try {
    const made = await port.create({ idempotencyKey: frozen.service_key, body: frozen.request_body })
    if (!made) return frozen
    // The first process to store its id wins. The other transaction has no link, so nobody can pay it.
    await db.query(
      `update payin_checkout.sessions set service_id = $2, request_body = null
       where id = $1 and service_id is null and outcome = 'open'`,
      [frozen.id, made.id],
    )
    return readRow(db, frozen.id)
  } catch (error) {
    return handleRefusal(parts, frozen, error)
  }
}

/** Whether a link may be made. While an on-ramp is being paid, another link would start another payment. */
const mayHaveLink = ({ kind, outcome, doubt, service_id }: SessionRow) =>
  outcome === 'open' && doubt === null && !(kindOf(kind).getsIdWhenPaid && service_id !== null)

/**
 * Makes a new address of the hosted page, if one may still be given out.
 * @throws {ServiceError}
 */
export async function makeLink(parts: DeliverParts, row: SessionRow): Promise<Delivered> {
  const port = parts.ports[row.kind]
  if (!port.link || !mayHaveLink(row)) return { row, link: null }
  if (kindOf(row.kind).eachLinkIsAPayment) await countLink(parts, row)
  let link: Link
  try {
    link = await port.link(row)
  } catch (error) {
    return { row: await handleLinkFailure(parts, row, error), link: null }
  }
  const page = allowedPage(link.url, parts.config.hostedPageOrigins)
  if (page.refused) await raisePageRefused(parts, row, page.refused)
  return storeLink(parts, row, link, page.url)
}

const maxLinks = 5
const linksForMs = 15 * 60_000

/** Counts the links within a quarter of an hour: for that time each of them can be paid. @throws {TwoPaymentsOpen} */
async function countLink({ db, now }: DeliverParts, { id }: SessionRow): Promise<void> {
  const [at, windowBegan] = [new Date(now()), new Date(now() - linksForMs)]
  const taken = await db.query(
    `update payin_checkout.sessions set links_made = case when links_since > $3 then links_made + 1 else 1 end,
       links_since = case when links_since > $3 then links_since else $2 end
     where id = $1 and not (links_made >= ${maxLinks} and links_since > $3) returning id`,
    [id, at, windowBegan],
  )
  if (taken.length === 0) throw new TwoPaymentsOpen(false, linksForMs)
}

/** After a failed link: returns the session as it is now. @throws {ServiceError} when the link may be tried again */
async function handleLinkFailure(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  const isRefusal = error instanceof ServiceError && error.kind === 'fix_request'
  // The bank may have decided without a webhook: then there is nothing left to pay.
  const hasId = row.service_id !== null
  const now = hasId && isRefusal ? await parts.refresh(row.id, 'lookup') : await readRow(parts.db, row.id)
  if (!mayHaveLink(now)) return now
  // Somebody may have an earlier link, so the attempt must stay open.
  if (now.expires_at !== null || now.redirect_url !== null) throw error
  return handleRefusal(parts, now, error)
}

async function raisePageRefused(
  { db, log, now }: DeliverParts,
  row: SessionRow,
  message: string,
): Promise<void> {
  const isNew = await raise(db, 'hosted_page_refused', { session: row.id }, message, new Date(now()))
  if (isNew) logAlert(log, 'hosted_page_refused', row)
}

/** Stores the link, unless the payment has moved on meanwhile: then the link is not given out. */
async function storeLink(
  { db, now, webhookHealth }: DeliverParts,
  row: SessionRow,
  link: Link,
  url: string | null,
): Promise<Delivered> {
  return db.transaction(async (tx) => {
    const kept = link.oneTime ? null : url
    const expiresAt = link.expiresAt ?? row.expires_at
    const [updated] = await tx.query<SessionRow>(
      // A link only moves the status forward, never back: the bank may have reported a later one already.
      `update payin_checkout.sessions set status = case when status = any($7::text[]) then $2 else status end,
         redirect_url = $3, expires_at = $4, next_check_at = coalesce(next_check_at, $5), version = version + 1,
         updated_at = $6
       where id = $1 and outcome = 'open' and not (${getsIdWhenPaid('kind')} and service_id is not null) returning *`,
      [
        row.id,
        link.status,
        kept,
        expiresAt,
        nextCheck({ ...row, checks: 0, expires_at: expiresAt }, now(), webhookHealth),
        new Date(now()),
        kindOf(row.kind).statusesBeforeLink,
      ],
    )
    if (!updated) return { row: await readRow(tx, row.id), link: null }
    notifyChange(tx, row.id)
    return { row: updated, link: url }
  })
}

/** Closes the attempt after a final refusal. Any other error is thrown, and the attempt can be tried again. */
async function handleRefusal(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  if (!isPermanentRefusal(error)) throw error
  return closeAttempt(parts, row, { status: 'FAILED', outcome: 'failed', pointers })
}
