// Sends bank transfers and on-ramps (legacy document), whose creates have no idempotency key. A second create does no harm: a
// transaction can only be paid by its link, and a link is only made for the transaction that is stored.
import { ServiceError } from '../../server/index.ts'
import { alertPerson } from '../alerts.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import { liveLinks } from '../kinds/links.ts'
import type { Link, ServicePort } from '../kinds/service-port.ts'
import type { OrderCase } from '../order/case.ts'
import { closeAttempt } from '../order/close-attempt.ts'
import { replyWith } from '../order/reply.ts'
import { refusalOfAddress } from '../order/rules/address.ts'
import { writeLink, writeLinkTimes, writeTransaction } from '../order/write/payments.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import type { Transaction } from '../store/db.ts'
import { allowedPage } from '../sync/hosted-page.ts'
import { nextCheck } from '../sync/schedule.ts'
import { type Delivered, type DeliverParts, logRefusal, markSent } from './sending.ts'

/** Creates the transaction that the link will be for, and stores its id. */
export async function sendByLink(
  parts: DeliverParts,
  port: ServicePort,
  frozen: SessionRow,
): Promise<SessionRow> {
  const { db } = parts
  if (frozen.service_id !== null || frozen.outcome !== 'open' || frozen.request_body === null) return frozen
  if (!(await markSent(parts, frozen))) return readRow(db, frozen.id)
  try {
    const made = await port.create({ idempotencyKey: frozen.service_key, body: frozen.request_body })
    if (!made) return frozen
    // The transaction of another process has no link, so nobody can pay it.
    return (await writeTransaction(db, frozen.id, made.id)) ?? readRow(db, frozen.id)
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
export async function makeLink(parts: DeliverParts, session: SessionRow): Promise<Made> {
  const { id, kind } = session
  const at = parts.now()
  const port = parts.ports[kind]
  const reserved = await parts.onOrder(session, async ({ tx, order }) => {
    const row = rowOf(order, id)
    if (port.link === undefined || refusalOfAddress(order, row, at) !== null)
      return { row, reply: replyWith(order, row, null, at) }
    await writeLinkTimes(tx, id, [...liveLinks(row.links, at), at])
    return { row, reply: null }
  })
  if (reserved.reply || !port.link) return reserved
  let link: Link
  try {
    link = await port.link(reserved.row)
  } catch (error) {
    // Nobody has the link, even if one was made.
    await parts.onOrder(session, ({ tx, order }) =>
      writeLinkTimes(tx, id, remove(liveLinks(rowOf(order, id).links, parts.now()), at)),
    )
    return { row: await handleLinkFailure(parts, reserved.row, error), reply: null }
  }
  const page = allowedPage(link.url, parts.config.hostedPageOrigins)
  if (page.refused)
    await alertPerson(parts, 'hosted_page_refused', { session: reserved.row.id }, page.refused)
  return parts.onOrder(session, async ({ tx, order }) => {
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

/** Stores the link, unless the payment has moved on meanwhile. @returns the session as it is now */
async function storeLink(
  tx: Transaction,
  { now, webhookHealth }: DeliverParts,
  row: SessionRow,
  link: Link,
  url: string | null,
): Promise<SessionRow> {
  const expires_at = link.expiresAt ?? row.expires_at
  const stored = {
    status: link.status,
    redirect_url: link.oneTime ? null : url,
    expires_at,
    statusesBefore: kindOf(row.kind).statusesBeforeLink,
    next_check_at: nextCheck({ ...row, checks: 0, expires_at }, now(), webhookHealth),
  }
  return (await writeLink(tx, row.id, stored, new Date(now()))) ?? row
}

/** Closes the attempt after a final refusal. Any other error is thrown, and the attempt can be tried again. */
async function handleRefusal(parts: DeliverParts, row: SessionRow, error: unknown): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  if (!isPermanentRefusal(error)) throw error
  return closeAttempt(parts, row, { status: 'FAILED', pointers })
}
