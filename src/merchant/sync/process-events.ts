// Processes webhooks, one at a time for each payment, and decides when a failed one is tried again and which process works on
// which stored one. A webhook can be lost, doubled, overtaken, replayed or forged, so it is only a hint: what it means is in
// process-webhook.ts.

import { alertPerson } from '../alerts.ts'
import type { Sequence } from '../background.ts'
import { kindOf } from '../kinds/kinds.ts'
import { hasSignedWebhooks } from '../kinds/sql.ts'
import { errorFields } from '../log.ts'
import { maxReadLagMs } from '../order/rules/merge.ts'
import { isUnknownToService } from '../service/error-meaning.ts'
import type { SessionRow } from '../session/session-row.ts'
import { createTurns } from '../single-flight.ts'
import { createBatches } from '../store/batches.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import { isUnleased } from '../store/lease.ts'
import {
  type EventResult,
  type EventRow,
  eventColumns,
  type FinishedEvent,
  finishEvents,
  keepEvents,
  leaseMs,
  minFetchIntervalMs,
  selectEvents,
  type WaitingEvent,
} from './event-row.ts'
import { inParallel } from './in-parallel.ts'
import { type ProcessParts, processWebhook } from './process-webhook.ts'

const maxAttempts = 20
/** How many stored events are leased at a time. */
const perLease = 50
/** The first pause after a failure; the further ones are twice as long each. A database is soon back, or a lock released. */
const serviceRetryMs = 30_000
const databaseRetryMs = 2_000
const longestRetryMs = 3_600_000
/** For an unsigned webhook with an id that the service does not know: the first read may come from a replica that lags. */
const maxAttemptsIfUnknown = 2

/** It quotes nothing, because anybody who has the address of an unsigned webhook can invent others. */
const notShown =
  'a webhook reports money for this session, and the service shows none for the payment that is known here: look there for another one'

export type ProcessEvents = ReturnType<typeof createProcessEvents>

export function createProcessEvents(parts: ProcessParts) {
  const { db, log, now } = parts
  const inTurns = createTurns()
  const finishTogether = createBatches(async (events: readonly FinishedEvent[]) => {
    await finishEvents(db, events, new Date(now()))
    return events
  })
  const keep = createBatches(async (events: readonly WaitingEvent[]) => {
    await keepEvents(db, events, new Date(now()))
    return events
  })
  const finish = async (event: EventRow, result: EventResult) =>
    void (await finishTogether({ ...event, result }))

  /** Events of one payment run in sequence, so each is compared with the result of the last. */
  const sequenceOf =
    ({ kind, service_id, session, hash }: EventRow): Sequence =>
    (work) =>
      inTurns((kindOf(kind).webhooks.isSigned ? service_id : session) ?? hash, work)

  /**
   * Processes an event. When it cannot be processed now, it is kept for later.
   * @param known the session of its payment, if it was just read
   */
  async function processNow(event: EventRow, known?: SessionRow): Promise<void> {
    const { kind, service_id, status } = event
    const startedAt = now()
    const elapsedMs = () => Math.max(0, now() - startedAt)
    try {
      const { session, result, isFinished } = await processWebhook(parts, event, known)
      if (result === 'postponed') await postpone(event)
      else if (result === 'not_shown') await readAgain(event)
      else if (!isFinished) await finish(event, result)
      log('webhook_done', { session, service_id, status, kind, result, ms: elapsedMs() })
      if (result !== 'postponed' && !kindOf(kind).webhooks.isSigned) await processIfNamedAgain(event)
    } catch (error) {
      const { session } = event
      log('webhook_failed', { session, service_id, kind, ms: elapsedMs(), ...errorFields(error) })
      const isUnknown = !kindOf(kind).webhooks.isSigned && isUnknownToService(error)
      const baseMs = isDatabaseUnavailable(error) || isDatabaseBusy(error) ? databaseRetryMs : serviceRetryMs
      if (event.attempts + 1 < (isUnknown ? maxAttemptsIfUnknown : maxAttempts))
        return tryAgainIn(isUnknown ? maxReadLagMs : baseMs * 2 ** event.attempts, event)
      await giveUp(event, isUnknown)
    }
  }

  /** An unsigned webhook that came while this one was processed has no event of its own. */
  async function processIfNamedAgain({ hash }: EventRow): Promise<void> {
    const [again] = await db.query<EventRow>(
      `update payin_checkout.webhook_events set leased_until = $2
       where hash = $1 and processed_at is null and leased_until is null returning ${eventColumns}`,
      [hash, new Date(now() + leaseMs)],
    )
    if (again) await processNow(again)
  }

  async function giveUp(event: EventRow, isUnknown: boolean): Promise<void> {
    const { kind, service_id, status, session } = event
    // Anybody who has the address of an unsigned webhook can invent ids. The text names no id, so all of them share one alert.
    const detail = isUnknown
      ? `a webhook names a payment that the service does not know`
      : `${kind} ${service_id} could not be fetched`
    await alertPerson(parts, 'webhook_given_up', { session }, detail)
    if (isUnknown) await forget(event)
    else await finish(event, 'given_up')
    log('webhook_done', { session, service_id, status, kind, result: 'given_up' })
  }

  /** Announced money is not shown: the read may come from a replica that lags. After the longest possible lag, a person is told. */
  async function readAgain(event: EventRow): Promise<void> {
    const { session, attempts } = event
    const next = new Date(now() + leaseMs)
    if (attempts * leaseMs < maxReadLagMs)
      // Leased, so that it waits also when it is named again.
      return void (await keep({ ...event, attempts: attempts + 1, next_try_at: next, leased_until: next }))
    await alertPerson(parts, 'unknown_payment', { session }, notShown)
    await finish(event, 'given_up')
  }

  /** Anybody can invent ids, so no row of them stays. */
  const forget = ({ hash, named }: EventRow) =>
    db.query('delete from payin_checkout.webhook_events where hash = $1 and named = $2', [hash, named])

  const keepFor = async (ms: number, event: EventRow): Promise<void> =>
    void (await keep({ ...event, next_try_at: new Date(now() + ms), leased_until: null }))

  // The event waits by itself; the sweep would not do, because it stops checking a failed session and money can still come.
  const postpone = (event: EventRow) => keepFor(minFetchIntervalMs, { ...event, result: 'postponed' })

  const tryAgainIn = (ms: number, event: EventRow) =>
    keepFor(Math.min(longestRetryMs, ms), { ...event, attempts: event.attempts + 1 })

  /** Processes a leased event, unless another process has finished it meanwhile. */
  async function processUnfinished(hash: string): Promise<void> {
    const [event] = await db.query<EventRow>(`${selectEvents} where hash = $1 and processed_at is null`, [
      hash,
    ])
    if (event) await sequenceOf(event)(() => processNow(event))
  }

  /**
   * Leases stored events that are not finished: other instances leave them alone for `leaseMs`. Of the unsigned ones of a
   * session it is one, in the interval in which one may be read: the least often tried, then the most often named, then
   * the newest.
   * @param all also events that are leased or not due yet, for a start of the server
   */
  async function leaseUnfinished(all: boolean): Promise<string[]> {
    const isDue = `processed_at is null and ($2 or next_try_at <= $1 and ${isUnleased('$1', leaseMs)})`
    const isSigned = hasSignedWebhooks('kind')
    const rows = await db.query<{ hash: string }>(
      `with first as (
         select distinct on (session) session, hash from payin_checkout.webhook_events
         where not ${isSigned} and ${isDue} order by session, attempts, named desc, received_at desc
       ), due as (
         select hash from payin_checkout.webhook_events where ${isDue} and (${isSigned} or hash in (
           select f.hash from first f left join payin_checkout.sessions s on s.id = f.session
           where s.asked_at is null or s.asked_at <= $4 or s.asked_at > $1))
         order by received_at limit ${perLease} for update skip locked
       ), taken as (
         update payin_checkout.webhook_events e set leased_until = $3 from due where e.hash = due.hash
         returning e.hash, e.received_at
       ) select hash from taken order by received_at`,
      [new Date(now()), all, new Date(now() + leaseMs), new Date(now() - minFetchIntervalMs)],
    )
    return rows.map(({ hash }) => hash)
  }

  return {
    sequenceOf,
    processNow,
    keep,
    leaseUnfinished,

    /**
     * Processes the stored events that nobody has finished.
     * @param all also events that are leased or not due yet, for a start of the server
     * @param stopped when it returns true, no further event is begun
     */
    async processStored(all: boolean, stopped: () => boolean = () => false): Promise<void> {
      let leased: readonly string[]
      do {
        leased = await leaseUnfinished(all)
        await inParallel(leased, async (hash) => {
          if (!stopped()) await processUnfinished(hash)
        })
        all = false
      } while (leased.length === perLease && !stopped())
    },
  }
}
