// Payins and payouts (payments-v2, Idempotency). Whatever dies in between, the same key and bytes go out again, so there
// is at most one payin per session.
import { ServiceError } from 'payin-checkout/server'
import type { Fetched, KindOfPayment } from '../kinds/kind.ts'
import { nextCheckAt } from '../news/schedule.ts'
import { readRow, type SessionRow } from '../store/session-row.ts'
import { close, type DeliverParts, logRefusal } from './attempt.ts'

/**
 * The service forgets a key after 24 hours; the same key then makes a second payin. Stop well before: clocks differ,
 * and a sending can take its time.
 */
const resendForMs = 20 * 3_600_000

export async function sendKeyed(
  parts: DeliverParts,
  kind: KindOfPayment,
  frozen: SessionRow,
): Promise<SessionRow> {
  const { db, now } = parts
  const { id } = frozen
  const sentBefore = frozen.first_sent_at !== null
  if (sentBefore && now() - frozen.first_sent_at.getTime() > resendForMs) return lookUp(parts, kind, frozen)
  // Somebody is paying in another attempt. Sent again, this one could open a second payin; if it is open, it is found.
  if (sentBefore && (await isPromisedElsewhere(parts, frozen)))
    return (await find(parts, kind, frozen)) ?? frozen
  // Committed before the first byte leaves: from here on a crash counts as "maybe sent".
  const [row] = await db.query<SessionRow>(
    `update sessions set first_sent_at = coalesce(first_sent_at, $2), next_check_at = coalesce(next_check_at, $3)
     where id = $1 and service_id is null and rejected_at is null and outcome = 'open' and request_body is not null
     returning *`,
    [id, new Date(now()), nextCheckAt(now(), 0, null, parts.hearing)],
  )
  // Answered or ended meanwhile, perhaps by another process.
  if (!row?.request_body || !row.first_sent_at) return readRow(db, id)
  let fetched: Fetched | null
  try {
    fetched = await kind.create({ idempotencyKey: row.service_key, body: row.request_body })
  } catch (error) {
    return refused(parts, kind, row, sentBefore, error)
  }
  if (!fetched) return row
  // A repeated create may answer with the payin as it was at first, so the answer counts as that old …
  const known = await parts.apply(id, {
    fetched,
    fetchStartedAt: row.first_sent_at.getTime(),
    source: 'create',
  })
  // … and after a crash the present is asked for: the shopper may have paid meanwhile.
  return sentBefore ? parts.refresh(id, 'lookup') : known
}

/** After a create that brought nothing: what is certain is written down, the rest stays to be sent again. */
async function refused(
  parts: DeliverParts,
  kind: KindOfPayment,
  row: SessionRow,
  sentBefore: boolean,
  error: unknown,
): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const pointers = logRefusal(parts, row, error)
  // One exists but must not be shown: it is followed all the same, because it can still be paid.
  const made = error.payinId ?? error.payoutId
  if (made) return parts.refresh(row.id, 'create', made)
  if (error.status !== 400 && error.status !== 422) throw error
  // An earlier sending may have got through although this one is refused; only a look tells.
  const found = sentBefore || error.attempts > 1 ? await find(parts, kind, row) : null
  return found ?? close(parts, row, { status: 'FAILED', outcome: 'failed', pointers })
}

/** Too old to send again: it is there, or it never will be. */
async function lookUp(parts: DeliverParts, kind: KindOfPayment, row: SessionRow): Promise<SessionRow> {
  const found = await find(parts, kind, row)
  if (found) return found
  parts.log('attempt_closed', { session: row.id, order: row.order_id, attempt: row.attempt })
  return close(parts, row, { status: 'EXPIRED', outcome: 'expired', pointers: null })
}

/** Whether another attempt has the money, or the promise of it. A promise can be broken: then this one goes on. */
async function isPromisedElsewhere({ db }: DeliverParts, row: SessionRow): Promise<boolean> {
  const others = await db.query(
    `select 1 from sessions where order_id = $1 and id <> $2 and (kind = 'payout') = ($3 = 'payout')
       and outcome in ('authorized', 'complete') limit 1`,
    [row.order_id, row.id, row.kind],
  )
  return others.length > 0
}

/** Applies what the service has under our reference and return_url; `null` is a certain "there is none". */
async function find(parts: DeliverParts, kind: KindOfPayment, row: SessionRow): Promise<SessionRow | null> {
  if (row.request_body === null) return null
  const { reference, return_url } = JSON.parse(row.request_body) as { reference: string; return_url: string }
  const fetchStartedAt = parts.now()
  const fetched = await kind.find?.(reference, return_url)
  return fetched ? parts.apply(row.id, { fetched, fetchStartedAt, source: 'lookup' }) : null
}
