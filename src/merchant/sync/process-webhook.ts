// Processes one webhook: finds its session, and compares its status with it. A webhook is only a hint: when the status
// could change an outcome, the payment is fetched from the service.

import { alertPerson } from '../alerts.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Log } from '../log.ts'
import { announcesMoney, compareStatus } from '../order/rules/merge.ts'
import { checkBy, takeFetchSlot, writeStatus } from '../order/write/payments.ts'
import { isSameServiceId } from '../session/service-id.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import type { Db } from '../store/db.ts'
import { type EventResult, type EventRow, finishEvents, minFetchIntervalMs } from './event-row.ts'
import type { FetchInFlight, Refresh } from './refresh.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'

export interface ProcessParts {
  readonly db: Db
  readonly config: Pick<Settings, 'completeOn'>
  readonly refresh: Refresh
  readonly fetchInFlight: FetchInFlight
  /** The create request in flight of a session, if any (create/deliver.ts). */
  readonly sendInFlight: (session: string) => Promise<unknown> | undefined
  readonly webhookHealth: WebhookHealth
  readonly log: Log
  readonly now: () => number
}

interface Done {
  readonly result: EventResult
  /** Whether the event was marked as processed already, in the transaction that changed its session. */
  readonly isFinished: boolean
}

export interface Processed extends Done {
  /** The row id of the event's session; `null` when the payment is not ours. */
  readonly session: string | null
}

const unseenDispute = 'a webhook announced a dispute that the service does not show now'

const notFinished = (result: EventResult): Done => ({ result, isFinished: false })

/**
 * Processes one event.
 * @param known the session of its payment, if it was just read
 * @throws {ServiceError} when the payment cannot be fetched
 */
export async function processWebhook(
  parts: ProcessParts,
  event: EventRow,
  known?: SessionRow,
): Promise<Processed> {
  const row = known ?? (await findSession(parts, event))
  if (!row) return { session: null, ...notFinished('not_ours') }
  return { session: row.id, ...(await processForSession(row, parts, event)) }
}

async function processForSession(row: SessionRow, parts: ProcessParts, event: EventRow): Promise<Done> {
  const again = (changed: EventRow): Promise<Done> => processWebhook(parts, changed)
  const { service_id: serviceId, status: webhookStatus, kind } = event
  const { isSigned } = kindOf(kind).webhooks
  const { completeOn } = parts.config
  // The session has no payment yet, or another one: nothing is known about this payment, so it is fetched.
  const isNew = serviceId !== null && !isSameServiceId(serviceId, row.service_id)
  // A postponed event always fetches, and so does one that was named again: the status is only that of the last webhook.
  // A repeated event always fetches, because its status may be from long ago.
  const mustFetch =
    event.result === 'repeated' ||
    (!isSigned && (event.result === 'postponed' || event.attempts > 0 || event.named > 1))
  const decision = isNew || mustFetch ? 'fetch' : compareStatus(row, webhookStatus, isSigned, completeOn)
  if (decision === 'fetch') {
    // A fetch of this session is in flight: wait for it and compare again. That fetch may even have caused this webhook.
    const inFlight = isNew || webhookStatus === null ? undefined : parts.fetchInFlight(row.id)
    if (inFlight) {
      await inFlight.catch(() => undefined)
      return again({ ...event, result: null })
    }
    return isSigned ? fetchPayment(parts, event, row, isNew) : fetchAtLimitedRate(parts, event, row, isNew)
  }
  if (decision === 'old' || webhookStatus === null) return notFinished('old')
  if (await applyStatus(parts, event, row, webhookStatus)) return { result: 'applied', isFinished: true }
  // The session has changed meanwhile: compare again with what it is now.
  return again(event)
}

/** Fetches the payment and applies it. @param isNew whether the event is about a payment that the session does not have */
async function fetchPayment(
  parts: ProcessParts,
  event: EventRow,
  row: SessionRow,
  isNew: boolean,
): Promise<Done> {
  const { service_id: serviceId, status: webhookStatus, kind } = event
  const { disputeStatus, webhooks } = kindOf(kind)
  // The service's webhook can be ahead of its own reads. No further webhook would come, so fetch again in a moment.
  const isBehind = (now: SessionRow) =>
    webhookStatus !== null &&
    compareStatus(now, webhookStatus, webhooks.isSigned, parts.config.completeOn) !== 'old'
  // The read shows no dispute, because it is over or because the read lags. Raise an alert in both cases.
  const isUnseenDispute = ({ status }: SessionRow) =>
    webhookStatus !== null &&
    webhookStatus === disputeStatus &&
    status !== webhookStatus &&
    event.result !== 'repeated'
  let isFinished = false
  const after = await parts.refresh(row.id, 'webhook', {
    serviceId: isNew && serviceId !== null ? serviceId : undefined,
    known: webhooks.isSigned && row.service_id !== null ? row : undefined,
    async inSameTransaction(tx, now) {
      isFinished = !isBehind(now) && !isUnseenDispute(now)
      if (isFinished) await finishEvents(tx, [{ ...event, result: 'fetched' }], new Date(parts.now()))
    },
  })
  // Anybody could have sent an unsigned one, so then only a session that is still checked is checked sooner.
  if (isBehind(after))
    await checkBy(parts.db, after.id, new Date(parts.now() + 3_000), webhooks.isSigned ? 'any' : 'followed')
  if (isUnseenDispute(after)) await alertPerson(parts, 'disputed', { session: after.id }, unseenDispute)
  // It names no payment. So it may be about one that a restored database has lost, and no further read would find that.
  if (serviceId === null && isBehind(after) && announcesMoney(kind, webhookStatus))
    return notFinished('not_shown')
  return { result: 'fetched', isFinished }
}

/** Fetches at most once in `minFetchIntervalMs`: anybody who has the address can send unsigned webhooks. */
async function fetchAtLimitedRate(
  parts: ProcessParts,
  event: EventRow,
  row: SessionRow,
  isNew: boolean,
): Promise<Done> {
  // Another fetch would return what was fetched just now, unless this webhook is about another payment.
  const ageMs = parts.now() - (row.fetch_started_at?.getTime() ?? 0)
  const isFresh = !isNew && ageMs >= 0 && ageMs < minFetchIntervalMs
  if (isFresh || !(await takeFetchSlot(parts.db, row.id, parts.now(), minFetchIntervalMs)))
    return notFinished('postponed')
  return fetchPayment(parts, event, row, isNew)
}

/** The event's session: found by its payment's id, or by the session that the return_url or the address names. */
async function findSession(
  { db, sendInFlight }: Pick<ProcessParts, 'db' | 'sendInFlight'>,
  event: EventRow,
): Promise<SessionRow | null> {
  const { kind, service_id: serviceId, session } = event
  const find = async (condition: string, value: string | null) => {
    const sql = `select * from payin_checkout.sessions where ${condition} and kind = $2`
    return (await db.query<SessionRow>(sql, [value, kind]))[0] ?? null
  }
  const known = kindOf(kind).webhooks.isSigned ? await find('lower(service_id) = lower($1)', serviceId) : null
  if (known) return known
  const row = session === null ? null : await find('id = $1', session)
  // The webhook can arrive before the answer to the create request. Waiting for that answer saves a call.
  const createInFlight = row && sendInFlight(row.id)
  if (!createInFlight) return row
  await createInFlight.catch(() => undefined)
  return find('id = $1', session)
}

/** Applies a signed status that changes no outcome, without a fetch. @returns false when the session has changed meanwhile */
async function applyStatus(
  parts: ProcessParts,
  event: EventRow,
  row: SessionRow,
  status: string,
): Promise<boolean> {
  const { db, log, now, webhookHealth } = parts
  const isApplied = await db.transaction(async (tx) => {
    const next = nextCheck({ ...row, status }, now(), webhookHealth)
    if (!(await writeStatus(tx, row, status, next, new Date(now())))) return false
    await finishEvents(tx, [{ ...event, result: 'applied' }], new Date(now()))
    return true
  })
  const { id: session, kind, order_id: order, outcome } = row
  if (isApplied)
    log('session_changed', { session, kind, order, status, outcome, was: outcome, source: 'webhook' })
  return isApplied
}
