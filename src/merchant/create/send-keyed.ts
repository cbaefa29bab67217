// Payins and payouts (payments-v2, Idempotency). Whatever dies in between, the same key and bytes go out again, so there
// is at most one payin per session.
import { ServiceError } from '../../server/index.ts'
import { publicIdIn } from '../kinds/request.ts'
import type { Fetched, ServicePort } from '../kinds/service-port.ts'
import { nextCheck } from '../news/schedule.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import { readRow, readShown, type SessionRow } from '../session/session-row.ts'
import { close } from '../session/undelivered.ts'
import { type DeliverParts, logRefusal, type Sent } from './sending.ts'

/**
 * The service forgets a key after 24 hours; the same key then makes a second payin. Stop well before: clocks differ,
 * and a sending can take its time.
 */
export const resendForMs = 20 * 3_600_000

/** @param isJustFrozen by the press that now sends it: nothing has to be asked first, and the row is as it was written */
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
    return known(await lookUp(parts, port, frozen))
  // Somebody is paying in another attempt. Sent again, this one could open a second payin; if it is open, it is found.
  if (sentBefore && (await isPromisedElsewhere(parts, frozen)))
    return known((await find(parts, port, frozen)) ?? frozen)
  const row = isJustFrozen ? frozen : await marked(parts, frozen)
  // Answered or ended meanwhile, perhaps by another process.
  if (!row?.request_body || !row.first_sent_at) return known(await readRow(db, id))
  let fetched: Fetched | null
  try {
    fetched = await port.create({ idempotencyKey: row.service_key, body: row.request_body })
  } catch (error) {
    return refused(parts, port, row, sentBefore, error)
  }
  if (!fetched) return known(row)
  const isAdopted = isOfAnotherRequest(row.request_body, fetched)
  if (isAdopted) await parts.lostRows.notice(db)
  // A repeated create may answer with the payin as it was at first, so the answer counts as that old …
  const fetchStartedAt = row.first_sent_at.getTime()
  const applied = await parts.apply(row, { fetched, fetchStartedAt, source: 'create' })
  // … and the present is asked for where the shopper may have paid meanwhile: after a crash, or a loss of rows.
  return { row: sentBefore || isAdopted ? await parts.refresh(id, 'lookup') : applied, isAdopted }
}

/**
 * Committed before a byte leaves: from here on a crash counts as "maybe sent".
 * @returns `undefined`: answered or ended meanwhile
 */
async function marked(
  { db, now, hearing }: DeliverParts,
  frozen: SessionRow,
): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    `update payin_checkout.sessions set first_sent_at = coalesce(first_sent_at, $2), next_check_at = coalesce(next_check_at, $3)
     where id = $1 and service_id is null and rejected_at is null and outcome = 'open' and request_body is not null
     returning *`,
    [frozen.id, new Date(now()), nextCheck({ ...frozen, checks: 0 }, now(), hearing)],
  )
  return row
}

const known = (row: SessionRow): Sent => ({ row, isAdopted: false })

/** The service had this key already, with other bytes: an earlier row of the same attempt was lost. */
function isOfAnotherRequest(body: string, { echo }: Fetched): boolean {
  const { webhook_url: hook } = JSON.parse(body) as { webhook_url?: string }
  const nonce = echo?.nonce ?? null
  return nonce !== null && hook !== undefined && new URL(hook).searchParams.get('nonce') !== nonce
}

/** After a create that brought nothing: what is certain is written down, the rest stays to be sent again. */
async function refused(
  parts: DeliverParts,
  port: ServicePort,
  row: SessionRow,
  sentBefore: boolean,
  error: unknown,
): Promise<Sent> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  const made = error.payinId ?? error.payoutId
  if (made) return ofAnotherAmount(parts, port, row, made)
  if (!isPermanentRefusal(error)) throw error
  // An earlier sending may have got through although this one is refused; only a look tells.
  const found = sentBefore || error.attempts > 1 ? await find(parts, port, row) : null
  return known(found ?? (await close(parts, row, { status: 'FAILED', outcome: 'failed', pointers })))
}

/**
 * The service has a payment of another amount under this attempt's key. Where an attempt made it whose row is lost, it was
 * the price of then. Otherwise it must not be shown; it is followed all the same, because it can still be paid.
 */
async function ofAnotherAmount(
  parts: DeliverParts,
  port: ServicePort,
  row: SessionRow,
  serviceId: string,
): Promise<Sent> {
  const fetched = await port.get(serviceId)
  const isAdopted = isOfAnotherRequest(row.request_body ?? '{}', fetched)
  if (isAdopted && fetched.amount) {
    await parts.lostRows.notice(parts.db)
    await parts.db.query(
      'update payin_checkout.sessions set amount_value = $2, amount_currency = $3 where id = $1 and service_id is null',
      [row.id, fetched.amount.value, fetched.amount.currency],
    )
  }
  return { row: await parts.refresh(row.id, 'create', { serviceId }), isAdopted }
}

/** Too old to send again: it is there, or it never will be. */
async function lookUp(parts: DeliverParts, port: ServicePort, row: SessionRow): Promise<SessionRow> {
  const found = await find(parts, port, row)
  if (found) return found
  parts.log('attempt_closed', { session: row.id, order: row.order_id, attempt: row.attempt })
  return close(parts, row, { status: 'EXPIRED', outcome: 'expired', pointers: null })
}

/** Whether another attempt has the money, or the promise of it. A promise can be broken: then this one goes on. */
async function isPromisedElsewhere({ db }: DeliverParts, { id }: SessionRow): Promise<boolean> {
  const { outcome, order_outcome } = await readShown(db, id)
  return outcome === 'open' && order_outcome !== 'open'
}

/** Applies what the service has under our reference and return_url; `null` is a certain "there is none". */
async function find(parts: DeliverParts, port: ServicePort, row: SessionRow): Promise<SessionRow | null> {
  if (row.request_body === null) return null
  const { reference, return_url } = JSON.parse(row.request_body) as { reference: string; return_url: string }
  const fetchStartedAt = parts.now()
  const all = (await port.findAll?.(reference)) ?? []
  const found = all.find(({ returnUrl }) => publicIdIn(returnUrl) === publicIdIn(return_url))
  return found ? parts.apply(row, { fetched: found.fetched, fetchStartedAt, source: 'lookup' }) : null
}
