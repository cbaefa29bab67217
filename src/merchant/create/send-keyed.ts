// Sends payins and payouts (payments-v2, Idempotency). After any crash the same key and bytes are sent again, so there is at
// most one payin per session.
import { ServiceError, UnknownAnswerError } from '../../server/index.ts'
import { publicIdIn } from '../kinds/request.ts'
import type { Fetched, ServicePort } from '../kinds/service-port.ts'
import { closeAttempt } from '../order/close-attempt.ts'
import { isUnread } from '../order/rules/forgotten.ts'
import { isOfAnotherOrder } from '../order/rules/mismatch.ts'
import { requireReadable } from '../order/unreadable.ts'
import { writeAmount } from '../order/write/payments.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import { readRow, readShown, type SessionRow } from '../session/session-row.ts'
import { type DeliverParts, logRefusal, markSent, type Sent } from './sending.ts'

/**
 * The service forgets a key after 24 hours; then the same key makes a second payin. Stop well before that, because clocks
 * differ and a request can take long.
 */
export const resendForMs = 20 * 3_600_000

/** @param isJustFrozen the request that froze the row sends it now: the row is fresh, and nothing was sent before */
export async function sendKeyed(
  parts: DeliverParts,
  port: ServicePort,
  frozen: SessionRow,
  isJustFrozen: boolean,
): Promise<Sent> {
  const { db, now } = parts
  const { id } = frozen
  const sentBefore = !isJustFrozen && frozen.first_sent_at !== null
  if (sentBefore && now() - frozen.first_sent_at.getTime() > resendForMs)
    return notAdopted(await lookUp(parts, port, frozen))
  // The order is being paid by another attempt. Sending this one again could open a second payin, so only look for it.
  if (sentBefore && (await isPaidElsewhere(parts, frozen)))
    return notAdopted((await findAtService(parts, port, frozen)) ?? frozen)
  const row = isJustFrozen ? frozen : await markSent(parts, frozen)
  // The attempt was answered or has ended meanwhile, perhaps by another process.
  if (!row?.request_body || !row.first_sent_at) return notAdopted(await readRow(db, id))
  let fetched: Fetched | null
  try {
    fetched = await port.create({ idempotencyKey: row.service_key, body: row.request_body })
  } catch (error) {
    return handleRefusal(parts, port, row, sentBefore, error)
  }
  if (!fetched) return notAdopted(row)
  const isAdopted = isOfAnotherRequest(row, fetched)
  if (isAdopted) await parts.lostRows.reportLoss(db)
  // A repeated create may return the payin as it was at first. So the answer counts as fetched at the first sending.
  const fetchStartedAt = row.first_sent_at.getTime()
  const { row: applied, order } = await parts.applyToCase(row, { fetched, fetchStartedAt, source: 'create' })
  if (applied.service_id === null)
    throw new UnknownAnswerError(
      'The service has answered with the payment of another session: see the alert.',
    )
  // After a crash or a loss of rows the shopper may have paid meanwhile, so fetch the present status as well.
  if (!sentBefore && !isAdopted) return { row: applied, isAdopted, order }
  const read = parts.refresh(id, 'lookup').catch((error) => {
    if (isUnread(error, applied, parts.apiKeyHash, now())) return applied
    throw error
  })
  return { row: await read, isAdopted, order: null }
}

const notAdopted = (row: SessionRow): Sent => ({ row, isAdopted: false, order: null })

/** Whether the service had this key already, with other bytes: then an earlier row of the same attempt was lost. */
function isOfAnotherRequest(row: SessionRow, fetched: Fetched): boolean {
  const { webhook_url: hook } = JSON.parse(row.request_body ?? '{}') as { webhook_url?: string }
  const nonce = fetched.echoed?.nonce ?? null
  if (isOfAnotherOrder(row, fetched)) return false
  return nonce !== null && hook !== undefined && new URL(hook).searchParams.get('nonce') !== nonce
}

/** After a failed create: stores what is certain. Otherwise the attempt stays frozen, to be sent again. */
async function handleRefusal(
  parts: DeliverParts,
  port: ServicePort,
  row: SessionRow,
  sentBefore: boolean,
  error: unknown,
): Promise<Sent> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  const made = error.payinId ?? error.payoutId
  if (made) return takeOverAmount(parts, port, row, made)
  if (!isPermanentRefusal(error)) throw error
  // An earlier request may have succeeded although this one is refused. Only the service's list can tell.
  const found = sentBefore || error.attempts > 1 ? await findAtService(parts, port, row) : null
  return notAdopted(found ?? (await closeAttempt(parts, row, { status: 'FAILED', pointers })))
}

/**
 * The service has a payment of another amount under this attempt's key. If an attempt whose row is lost made it, the amount
 * was the price at that time, and the session takes it over. Otherwise the payment must not be shown. It is still checked,
 * because it can be paid.
 */
async function takeOverAmount(
  parts: DeliverParts,
  port: ServicePort,
  row: SessionRow,
  serviceId: string,
): Promise<Sent> {
  const fetched = await port.get(serviceId)
  const isAdopted = isOfAnotherRequest(row, fetched)
  if (isAdopted && fetched.amount) {
    await parts.lostRows.reportLoss(parts.db)
    await writeAmount(parts.db, row.id, fetched.amount)
  }
  return { row: await parts.refresh(row.id, 'create', { serviceId }), isAdopted, order: null }
}

/** For an attempt that is too old to send again: finds its payment at the service, or closes the attempt. */
async function lookUp(parts: DeliverParts, port: ServicePort, row: SessionRow): Promise<SessionRow> {
  const found = await findAtService(parts, port, row)
  if (found) return found
  parts.log('attempt_closed', { session: row.id, order: row.order_id, attempt: row.attempt })
  return closeAttempt(parts, row, { status: 'EXPIRED' })
}

/** Whether another attempt of the order is paid or authorized. When that fails later, this attempt continues. */
async function isPaidElsewhere({ db }: DeliverParts, { id }: SessionRow): Promise<boolean> {
  const { outcome, order_outcome } = await readShown(db, id)
  return outcome === 'open' && order_outcome !== 'open'
}

/** Applies the payment that the service lists under our reference and return_url; `null` when it certainly has none. */
async function findAtService(
  parts: DeliverParts,
  port: ServicePort,
  row: SessionRow,
): Promise<SessionRow | null> {
  if (row.request_body === null) return null
  const { reference, return_url } = JSON.parse(row.request_body) as { reference: string; return_url: string }
  const fetchStartedAt = parts.now()
  const { payments = [], unreadable = [] } = (await port.findAll?.(reference)) ?? {}
  const found = payments.find(({ returnUrl }) => publicIdIn(returnUrl) === publicIdIn(return_url))
  if (found) return parts.apply(row, { fetched: found.fetched, fetchStartedAt, source: 'lookup' })
  await requireReadable(parts, row.kind, row.order_id, reference, unreadable)
  return null
}
