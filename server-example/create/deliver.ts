// Sends a frozen session to the service until its answer is known: freeze (claim.ts) → send → know.
// Whatever dies in between, the same key and bytes go out again, so there is at most one payin per session.
import { type Payin, type ServiceClient, ServiceError } from 'payin-checkout/server'
import type { Log } from '../log.ts'
import type { Apply } from '../news/apply.ts'
import type { Refresh } from '../news/refresh.ts'
import { type Hearing, nextCheckAt } from '../news/schedule.ts'
import { createFlights } from '../single-flight.ts'
import type { Db } from '../store/db.ts'
import { announce, readRow, type SessionRow } from '../store/session-row.ts'

/**
 * The service forgets a key after 24 hours; the same key then makes a second payin. Stop well before: clocks differ,
 * and a sending can take its time.
 */
const resendForMs = 20 * 3_600_000

export interface DeliverParts {
  readonly db: Db
  readonly service: ServiceClient
  readonly apply: Apply
  readonly refresh: Refresh
  readonly hearing: Hearing
  readonly log: Log
  readonly now: () => number
}

export type Deliver = ReturnType<typeof createDeliver>

/** Makes the function that brings one frozen session to the service; one sending at a time per session. */
export function createDeliver(parts: DeliverParts) {
  const flights = createFlights<SessionRow>()
  return {
    /**
     * @returns the session; open without a payin only when it was rejected
     * @throws {ServiceError} when the service was not reached or refuses the shop. The session stays frozen: asking
     *   again continues with the same key and bytes.
     */
    deliver: (id: string): Promise<SessionRow> => flights.join(id, () => send(parts, id)),
    /** The sending that is under way, if any. */
    underWay: (id: string): Promise<SessionRow> | undefined => flights.current(id),
  }
}

async function send(parts: DeliverParts, id: string): Promise<SessionRow> {
  const { db, now } = parts
  const frozen = await readRow(db, id)
  const sentBefore = frozen.first_sent_at !== null
  if (sentBefore && now() - frozen.first_sent_at.getTime() > resendForMs) return lookUp(parts, frozen)
  // Committed before the first byte leaves: from here on a crash counts as "maybe sent".
  const [row] = await db.query<SessionRow>(
    `update sessions set first_sent_at = coalesce(first_sent_at, $2), next_check_at = coalesce(next_check_at, $3)
     where id = $1 and payin_id is null and rejected_at is null and outcome = 'open' and request_body is not null
     returning *`,
    [id, new Date(now()), nextCheckAt(now(), 0, null, parts.hearing)],
  )
  // Answered or ended meanwhile, perhaps by another process.
  if (!row?.request_body || !row.first_sent_at) return readRow(db, id)
  let payin: Payin
  try {
    payin = await parts.service.payins.create({ idempotencyKey: row.service_key, body: row.request_body })
  } catch (error) {
    return refused(parts, row, sentBefore, error)
  }
  // A repeated create may answer with the payin as it was at first, so the answer counts as that old …
  const fetchStartedAt = row.first_sent_at.getTime()
  const known = await parts.apply(id, { payin, fetchStartedAt, source: 'create' })
  // … and after a crash the present is asked for: the shopper may have paid meanwhile.
  return sentBefore ? parts.refresh(id, 'lookup') : known
}

/** After a create that brought no payin: what is certain is written down, the rest stays to be sent again. */
async function refused(
  parts: DeliverParts,
  row: SessionRow,
  sentBefore: boolean,
  error: unknown,
): Promise<SessionRow> {
  if (!(error instanceof ServiceError)) throw error
  const { log } = parts
  const pointers = error.problem?.errors.map(({ pointer }) => pointer) ?? []
  const told = { session: row.id, order: row.order_id, kind: error.kind, status: error.status }
  log('create_failed', { ...told, pointers: pointers.join(' ') || null, message: error.message })
  // A payin exists but must not be shown: it is followed all the same, because it can still be paid.
  if (error.payinId) return parts.refresh(row.id, 'create', error.payinId)
  if (error.status === 400 || error.status === 422) {
    // An earlier sending may have got through although this one is refused; only a look tells.
    const found = sentBefore || error.attempts > 1 ? await find(parts, row) : null
    if (found) return parts.apply(row.id, { payin: found.payin, fetchStartedAt: found.at, source: 'lookup' })
    return close(parts, row, { status: 'FAILED', outcome: 'failed', pointers })
  }
  if (error.kind === 'check_key' || error.kind === 'fix_request') {
    log('cannot_take_payments', {
      kind: error.kind,
      status: error.status,
      message: 'Check PAYMENTS_API_KEY and PAYMENTS_BASE_URL: the service refuses every payment.',
    })
  }
  throw error
}

/** Too old to send again: the payin is there, or it never will be. */
async function lookUp(parts: DeliverParts, row: SessionRow): Promise<SessionRow> {
  const found = await find(parts, row)
  if (found) return parts.apply(row.id, { payin: found.payin, fetchStartedAt: found.at, source: 'lookup' })
  parts.log('attempt_closed', { session: row.id, order: row.order_id, attempt: row.attempt })
  return close(parts, row, { status: 'EXPIRED', outcome: 'expired', pointers: null })
}

interface Found {
  readonly payin: Payin
  readonly at: number
}

/** The payin of this session by reference and return_url, over all pages. `null` is a certain "there is none". */
async function find({ service, now }: DeliverParts, row: SessionRow): Promise<Found | null> {
  if (row.request_body === null) return null
  const { reference, return_url } = JSON.parse(row.request_body) as { reference: string; return_url: string }
  const at = now()
  for await (const payin of service.payins.findByReference(reference)) {
    if (payin.return_url === return_url) return { payin, at }
  }
  return null
}

interface End {
  readonly status: 'EXPIRED' | 'FAILED'
  readonly outcome: 'expired' | 'failed'
  /** What the service pointed at when it refused; `null` when it refused nothing. */
  readonly pointers: readonly string[] | null
}

/** Ends an attempt that has no payin, unless one was recorded meanwhile. The order may then be tried anew. */
async function close({ db, now }: DeliverParts, row: SessionRow, end: End): Promise<SessionRow> {
  const at = new Date(now())
  return db.transaction(async (tx) => {
    await tx.query(
      `update sessions set status = $2, outcome = $3, rejected_at = $4, rejected_pointers = $5, updated_at = $6,
         request_body = null, next_check_at = null, version = version + 1
       where id = $1 and payin_id is null and outcome = 'open'`,
      [row.id, end.status, end.outcome, end.pointers && at, end.pointers && JSON.stringify(end.pointers), at],
    )
    await announce(tx, row.id)
    return readRow(tx, row.id)
  })
}
