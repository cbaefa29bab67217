// Webhooks: stored (receive-webhook.ts), answered, then worked through (take-event.ts). A webhook can be lost, doubled,
// overtaken, played again or forged, so it is a hint. Here is who works on which, and what is tried again.

import { logAlert, raise } from '../alerts.ts'
import { kindOf } from '../kinds/kinds.ts'
import { errorFields } from '../log.ts'
import { isUnknownToService } from '../service/error-meaning.ts'
import { createTurns } from '../single-flight.ts'
import { askEveryMs, type EventRow, finishEvent, type Result, selectEvents, workMs } from './event-row.ts'
import { createReceive, type ReceiveParts } from './receive-webhook.ts'
import { take } from './take-event.ts'

const maxAttempts = 20
/** Of an unsigned webhook that names a payment which the service does not know. */
const maxAttemptsOfUnknown = 4

export type Inbox = ReturnType<typeof createInbox>

export function createInbox(parts: ReceiveParts) {
  const { db, log, measure, now } = parts
  const inTurn = createTurns()

  async function workOn(event: EventRow): Promise<void> {
    const { hash, kind, service_id, word: status } = event
    const beganAt = now()
    const msOfWork = () => Math.max(0, now() - beganAt)
    measure?.('webhook_taken', { session: event.session, service_id, status, kind })
    try {
      const { session, result, isWrittenDown } = await take(parts, event)
      if (result === 'postponed') await postpone(event)
      else if (!isWrittenDown) await finish(hash, result)
      log('webhook_done', { session, service_id, status, kind, result, ms: msOfWork() })
    } catch (error) {
      const { session } = event
      log('webhook_failed', { session, service_id, kind, ms: msOfWork(), ...errorFields(error) })
      const isUnknown = !kindOf(kind).webhooks.isSigned && isUnknownToService(error)
      if (event.attempts + 1 < (isUnknown ? maxAttemptsOfUnknown : maxAttempts)) return retryLater(event)
      await giveUp(event, isUnknown)
    }
  }

  /** Works on one stored event. Events of one payment take turns, so that each is judged by what the last changed. */
  const work = (event: EventRow): Promise<void> =>
    inTurn(event.session ?? event.service_id ?? event.hash, () => workOn(event))

  async function giveUp(event: EventRow, isUnknown: boolean): Promise<void> {
    const { hash, kind, service_id, word: status, session } = event
    // Whoever has an unsigned webhook's address can invent ids: they raise one alert together.
    const told = isUnknown
      ? `a webhook names a payment that the service does not know`
      : `${kind} ${service_id} could not be fetched`
    if (await raise(db, 'webhook_given_up', { session }, told, new Date(now())))
      logAlert(log, 'webhook_given_up', { id: session, order_id: null })
    await finish(hash, 'given_up')
    log('webhook_done', { session, service_id, status, kind, result: 'given_up' })
  }

  const finish = (hash: string, result: Result) => finishEvent(db, hash, result, new Date(now()))

  // Not left to the sweep: it no longer follows a session that has failed, and money can still come.
  async function postpone({ hash, session, service_id: told }: EventRow): Promise<void> {
    const waiting = await db.query<{ hash: string; service_id: string | null }>(
      `select hash, service_id from payin_checkout.webhook_events
       where session = $1 and hash <> $2 and result = 'postponed' and processed_at is null`,
      [session, hash],
    )
    // One that waits asks later than this one came, so it asks for both, unless they name two payments.
    if (waiting.some(({ service_id }) => service_id === told)) return finish(hash, 'old')
    const waitMs = askEveryMs * (1 + waiting.length)
    await db.query(
      `update payin_checkout.webhook_events set result = 'postponed', next_try_at = $2 where hash = $1`,
      [hash, new Date(now() + waitMs)],
    )
  }

  async function retryLater({ hash, attempts }: EventRow): Promise<void> {
    const waitMs = Math.min(3_600_000, 30_000 * 2 ** attempts)
    await db.query(
      'update payin_checkout.webhook_events set attempts = attempts + 1, next_try_at = $2 where hash = $1',
      [hash, new Date(now() + waitMs)],
    )
  }

  return {
    store: createReceive(parts),

    work,

    /** Works on one that was left over, unless somebody has finished it meanwhile. */
    async workOnLeftOver(hash: string): Promise<void> {
      const [event] = await db.query<EventRow>(`${selectEvents} where hash = $1 and processed_at is null`, [
        hash,
      ])
      if (event) await work(event)
    },

    /**
     * Takes stored events that nobody has finished, and keeps other instances from them for a while.
     * @param all also those whose time has not come: for a start
     */
    async leftOver(all: boolean): Promise<string[]> {
      const rows = await db.query<{ hash: string }>(
        `with due as (
           select hash from payin_checkout.webhook_events where processed_at is null and ($2 or next_try_at <= $1)
           order by received_at limit 50 for update skip locked
         ), taken as (
           update payin_checkout.webhook_events e set next_try_at = $3 from due where e.hash = due.hash
           returning e.hash, e.received_at
         ) select hash from taken order by received_at`,
        [new Date(now()), all, new Date(now() + workMs)],
      )
      return rows.map(({ hash }) => hash)
    },
  }
}
