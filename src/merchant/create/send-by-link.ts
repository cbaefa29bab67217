// Sends bank transfers and on-ramps (legacy document), whose creates have no idempotency key. A second create does no harm: a
// transaction can only be paid by its link, and a link is only made for the transaction that is stored.
import { ServiceError } from '../../server/index.ts'
import { logAlert, raise } from '../alerts.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import { liveLinks } from '../kinds/links.ts'
import type { Link, ServicePort } from '../kinds/service-port.ts'
import { getsIdWhenPaid } from '../kinds/sql.ts'
import type { OrderCase } from '../order/case.ts'
import { replyWith } from '../order/reply.ts'
import { refusalOfAddress } from '../order/rules/address.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import { notifyChange, readRow, type SessionRow } from '../session/session-row.ts'
import { closeAttempt } from '../session/undelivered.ts'
import type { Transaction } from '../store/db.ts'
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

/**
 * Makes a new address of the hosted page, if one may be given out. The order is asked before, so that no link is made at the
 * service for an order that cannot be paid, and after, because it may have changed meanwhile.
 * @throws {DomainError} of order-errors.ts
 * @throws {ServiceError}
 */
export async function makeLink(parts: DeliverParts, { id, kind, order_id }: SessionRow): Promise<Made> {
  const at = parts.now()
  const subject = { kind, order_id }
  const port = parts.ports[kind]
  const reserved = await parts.onOrder(subject, async ({ tx, order }) => {
    const row = rowOf(order, id)
    if (port.link === undefined || refusalOfAddress(order, row, at) !== null)
      return { row, reply: replyWith(order, row, null, at) }
    await writeLinks(tx, id, [...liveLinks(row.links, at), at])
    return { row, reply: null }
  })
  if (reserved.reply || !port.link) return reserved
  let link: Link
  try {
    link = await port.link(reserved.row)
  } catch (error) {
    // Nobody has the link, even if one was made.
    await parts.onOrder(subject, ({ tx, order }) =>
      writeLinks(tx, id, remove(liveLinks(rowOf(order, id).links, parts.now()), at)),
    )
    return { row: await handleLinkFailure(parts, reserved.row, error), reply: null }
  }
  const page = allowedPage(link.url, parts.config.hostedPageOrigins)
  if (page.refused) await raisePageRefused(parts, reserved.row, page.refused)
  return parts.onOrder(subject, async ({ tx, order }) => {
    const row = await storeLink(tx, parts, rowOf(order, id), link, page.url)
    const after = { ...order, sessions: order.sessions.map((each) => (each.id === id ? row : each)) }
    return { row, reply: replyWith(after, row, page.url, parts.now(), true) }
  })
}

type Made = Pick<Delivered, 'row' | 'reply'>

function rowOf({ sessions }: OrderCase, id: string): SessionRow {
  const row = sessions.find((each) => each.id === id)
  if (!row) throw new TryAgainLater()
  return row
}

/** Without one of several equal times: two links may be made in the same millisecond. */
const remove = (links: readonly number[], at: number): readonly number[] =>
  links.toSpliced(links.indexOf(at), 1)

/** After a failed link: returns the session as it is now. @throws {ServiceError} when the link may be tried again */
async function handleLinkFailure(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  const isRefusal = error instanceof ServiceError && error.kind === 'fix_request'
  // The bank may have decided without a webhook: then there is nothing left to pay.
  const hasId = row.service_id !== null
  const now = hasId && isRefusal ? await parts.refresh(row.id, 'lookup') : await readRow(parts.db, row.id)
  if (
    now.outcome !== 'open' ||
    now.doubt !== null ||
    (kindOf(now.kind).getsIdWhenPaid && now.service_id !== null)
  )
    return now
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

/** Stores the link, unless the payment has moved on meanwhile. @returns the session as it is now */
async function storeLink(
  tx: Transaction,
  { now, webhookHealth }: DeliverParts,
  row: SessionRow,
  link: Link,
  url: string | null,
): Promise<SessionRow> {
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
      link.oneTime ? null : url,
      expiresAt,
      nextCheck({ ...row, checks: 0, expires_at: expiresAt }, now(), webhookHealth),
      new Date(now()),
      kindOf(row.kind).statusesBeforeLink,
    ],
  )
  if (updated) notifyChange(tx, row.id)
  return updated ?? row
}

async function writeLinks(tx: Transaction, id: string, links: readonly number[]): Promise<void> {
  await tx.query('update payin_checkout.sessions set links = $2 where id = $1', [id, JSON.stringify(links)])
}

/** Closes the attempt after a final refusal. Any other error is thrown, and the attempt can be tried again. */
async function handleRefusal(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  if (!isPermanentRefusal(error)) throw error
  return closeAttempt(parts, row, { status: 'FAILED', outcome: 'failed', pointers })
}
