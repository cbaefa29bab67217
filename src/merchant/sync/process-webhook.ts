// Takes one stored webhook to its session: what it says is a hint, and what could change an outcome is fetched.

import { logAlert, raise } from '../alerts.ts'
import type { Measure } from '../events.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Log } from '../log.ts'
import { notifyChange, type SessionRow } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import type { Db } from '../store/db.ts'
import {
  type EventResult,
  type EventRow,
  finishEvent,
  minFetchIntervalMs,
  takeFetchSlot,
} from './event-row.ts'
import { compareStatus } from './merge.ts'
import type { FetchInFlight, Refresh } from './refresh.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'

export interface ProcessParts {
  readonly db: Db
  readonly config: Pick<Settings, 'completeOn'>
  readonly refresh: Refresh
  readonly fetchInFlight: FetchInFlight
  /** The sending of a session that is under way, if any (create/deliver.ts). */
  readonly sendInFlight: (session: string) => Promise<unknown> | undefined
  readonly webhookHealth: WebhookHealth
  readonly log: Log
  readonly measure?: Measure | undefined
  readonly now: () => number
}

interface Done {
  readonly result: EventResult
  /** The event was finished in the transaction that changed its session. */
  readonly isFinished: boolean
}

export interface Processed extends Done {
  /** The row of the event's session; `null` when it is not ours. */
  readonly session: string | null
}

const notFinished = (result: EventResult): Done => ({ result, isFinished: false })

/** Takes one event to its session. */
export async function processWebhook(parts: ProcessParts, event: EventRow): Promise<Processed> {
  const row = await findSession(parts, event)
  if (!row) return { session: null, ...notFinished('not_ours') }
  return { session: row.id, ...(await processForSession(row, parts, event)) }
}

async function processForSession(row: SessionRow, parts: ProcessParts, event: EventRow): Promise<Done> {
  const again = (changed: EventRow): Promise<Done> => processWebhook(parts, changed)
  const { service_id: told, word, kind } = event
  const { isSigned } = kindOf(kind).webhooks
  const { completeOn } = parts.config
  // Of one that is not recorded yet, or of another one, nothing is known: the service is asked what it really is.
  const isNew = told !== null && told.toLowerCase() !== row.service_id?.toLowerCase()
  // What came meanwhile counts on the question of one that has waited; and what was played again tells nothing by itself.
  const mustAsk =
    event.result === 'repeated' || (!isSigned && (event.result === 'postponed' || event.attempts > 0))
  const decision = isNew || mustAsk ? 'fetch' : compareStatus(row, word, isSigned, completeOn)
  if (decision === 'fetch') {
    // Asked about already: judged by that answer. It may be our own question that has sent this webhook.
    const inFlight = isNew || word === null ? undefined : parts.fetchInFlight(row.id)
    if (inFlight) {
      await inFlight.catch(() => undefined)
      return again({ ...event, result: null })
    }
    return isSigned ? ask(parts, event, row, isNew) : fetchAtMostEvery(parts, event, row, isNew)
  }
  if (decision === 'old' || word === null) return notFinished('old')
  if (await applyStatus(parts, event, row, word)) return { result: 'word', isFinished: true }
  // The session has changed under our hands; judge again by what it is now.
  return again(event)
}

/** Asks the service. @param isNew whether the event names a payment that is not the session's */
async function ask(parts: ProcessParts, event: EventRow, row: SessionRow, isNew: boolean): Promise<Done> {
  const { hash, service_id: told, word, kind } = event
  const { disputeStatus, webhooks } = kindOf(kind)
  // A service can announce faster than its reads catch up. Then nothing more would be sent: look again in a moment.
  const isBehind = (now: SessionRow) =>
    word !== null && compareStatus(now, word, webhooks.isSigned, parts.config.completeOn) !== 'old'
  // Over already, or not yet to be read: a person hears of it all the same.
  const isUnseenDispute = ({ status }: SessionRow) =>
    word !== null && word === disputeStatus && status !== word && event.result !== 'repeated'
  let isFinished = false
  const after = await parts.refresh(row.id, 'webhook', {
    serviceId: isNew && told !== null ? told : undefined,
    known: webhooks.isSigned && row.service_id !== null ? row : undefined,
    async inSameTransaction(tx, now) {
      isFinished = !isBehind(now) && !isUnseenDispute(now)
      if (isFinished) await finishEvent(tx, hash, 'fetched', new Date(parts.now()))
    },
  })
  if (isBehind(after)) await checkSoon(parts, after, webhooks.isSigned)
  if (isUnseenDispute(after)) await raiseDispute(parts, after)
  return { result: 'fetched', isFinished }
}

/** Asks at most so often, whoever has the address. */
async function fetchAtMostEvery(
  parts: ProcessParts,
  event: EventRow,
  row: SessionRow,
  isNew: boolean,
): Promise<Done> {
  // An answer that has just come would be the same, unless this webhook names another payment.
  const isFresh = !isNew && parts.now() - (row.fetch_started_at?.getTime() ?? 0) < minFetchIntervalMs
  if (isFresh || !(await takeFetchSlot(parts.db, row, parts.now()))) return notFinished('postponed')
  // From here on nobody may count on this question any more.
  await parts.db.query('update payin_checkout.webhook_events set result = null where hash = $1', [event.hash])
  return ask(parts, event, row, isNew)
}

/** The event's session: by its payment, or by the capability in the return_url or the address. */
export async function findSession(
  { db, sendInFlight }: Pick<ProcessParts, 'db' | 'sendInFlight'>,
  event: EventRow,
): Promise<SessionRow | null> {
  const { kind, service_id: told, session } = event
  const byPayment = async () =>
    (
      await db.query<SessionRow>(
        'select * from payin_checkout.sessions where service_id = $1 and kind = $2',
        [told, kind],
      )
    )[0] ?? null
  const bySession = async () =>
    (
      await db.query<SessionRow>('select * from payin_checkout.sessions where id = $1 and kind = $2', [
        session,
        kind,
      ])
    )[0] ?? null
  const known = kindOf(kind).webhooks.isSigned ? await byPayment() : null
  if (known) return known
  const row = session === null ? null : await bySession()
  // The webhook can be faster than the create's answer: waiting for that saves a call.
  const sending = row && sendInFlight(row.id)
  if (!sending) return row
  await sending.catch(() => undefined)
  return bySession()
}

/** @param isSure whether the service itself has announced it; else only a session that is followed is looked at sooner */
async function checkSoon({ db, now }: ProcessParts, { id }: SessionRow, isSure: boolean): Promise<void> {
  await db.query(
    `update payin_checkout.sessions set next_check_at = least(next_check_at, $2)
     where id = $1 and (next_check_at is not null or $3)`,
    [id, new Date(now() + 3_000), isSure],
  )
}

async function raiseDispute({ db, log, now }: ProcessParts, row: SessionRow): Promise<void> {
  const detail = 'a webhook announced a dispute that the service does not show now'
  if (await raise(db, 'disputed', { session: row.id }, detail, new Date(now())))
    logAlert(log, 'disputed', row)
}

/** A step that changes no outcome: the signed word is taken without a call. `false`: the session is another by now. */
async function applyStatus(
  parts: ProcessParts,
  { hash }: EventRow,
  row: SessionRow,
  status: string,
): Promise<boolean> {
  const { db, log, now, webhookHealth } = parts
  const taken = await db.transaction(async (tx) => {
    const rows = await tx.query(
      `update payin_checkout.sessions set status = $2, next_check_at = $3, version = version + 1, updated_at = $4
       where id = $1 and version = $5 and outcome in ('open', 'authorized') returning id`,
      [row.id, status, nextCheck({ ...row, status }, now(), webhookHealth), new Date(now()), row.version],
    )
    if (rows.length === 0) return false
    notifyChange(tx, row.id)
    await finishEvent(tx, hash, 'word', new Date(now()))
    return true
  })
  const { id: session, kind, order_id: order, outcome } = row
  if (taken)
    log('session_changed', { session, kind, order, status, outcome, was: outcome, source: 'webhook' })
  return taken
}
