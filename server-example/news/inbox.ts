// Webhooks: stored, answered, then worked through. A webhook can be lost, doubled, overtaken, played again or forged, so
// it is a hint: what could change an outcome is fetched from the service.
import type { Kind } from 'payin-checkout/server'
import type { Config } from '../config.ts'
import type { Deliver } from '../create/deliver.ts'
import { errorFields, type Log } from '../log.ts'
import { createTurns } from '../single-flight.ts'
import type { Db } from '../store/db.ts'
import { announce, findByPublicId, type SessionRow } from '../store/session-row.ts'
import { logAlert, raise } from './alerts.ts'
import type { Heard } from './heard.ts'
import { weigh } from './merge.ts'
import type { Asking, Refresh } from './refresh.ts'
import { type Hearing, nextCheckAt } from './schedule.ts'

export interface InboxParts {
  readonly db: Db
  readonly config: Pick<Config, 'completeOn'>
  readonly refresh: Refresh
  readonly asking: Asking
  readonly underWay: Deliver['underWay']
  readonly hearing: Hearing
  readonly log: Log
  readonly now: () => number
}

type Result = 'fetched' | 'word' | 'old' | 'not_ours' | 'postponed' | 'given_up'

interface EventRow {
  hash: string
  kind: Kind
  service_id: string | null
  session: string | null
  word: string | null
  result: Result | null
  attempts: number
}

const maxAttempts = 20
/** Anybody who has the address can send unsigned webhooks: they make us ask about a session this often at most. */
const unsignedEveryMs = 2_000
/** For so long an event belongs to whoever took it. */
const workMs = 30_000

export type Inbox = ReturnType<typeof createInbox>

export function createInbox(parts: InboxParts) {
  const { db, log, now, hearing } = parts
  const inTurn = createTurns()

  async function workOn(event: EventRow): Promise<void> {
    const { hash, kind, service_id: payin, word: status, attempts } = event
    try {
      const result = await take(parts, event)
      if (result === 'postponed') await postpone(hash)
      else await finish(hash, result)
      log('webhook_done', { payin, status, kind, result })
    } catch (error) {
      log('webhook_failed', { payin, kind, ...errorFields(error) })
      if (attempts + 1 < maxAttempts) return retryLater(hash, attempts)
      const told = `${kind} ${payin} could not be fetched`
      if (await raise(db, 'webhook_given_up', event.session, told, new Date(now())))
        logAlert(log, 'webhook_given_up', { id: event.session, order_id: null })
      await finish(hash, 'given_up')
      log('webhook_done', { payin, status, kind, result: 'given_up' })
    }
  }

  // The hash stays, against repeats.
  async function finish(hash: string, result: Result): Promise<void> {
    await db.query('update webhook_events set processed_at = $2, result = $3 where hash = $1', [
      hash,
      new Date(now()),
      result,
    ])
  }

  // Not left to the sweep: it no longer follows a session that has failed, and money can still come. One event waits for
  // all that come meanwhile, for it asks later than they came.
  async function postpone(hash: string): Promise<void> {
    const waits = await db.query(
      `update webhook_events e set result = 'postponed', next_try_at = $2
       where hash = $1 and not exists (
         select from webhook_events
         where session = e.session and hash <> e.hash and result = 'postponed' and processed_at is null
       ) returning hash`,
      [hash, new Date(now() + unsignedEveryMs)],
    )
    if (waits.length === 0) await finish(hash, 'old')
  }

  async function retryLater(hash: string, attempts: number): Promise<void> {
    const waitMs = Math.min(3_600_000, 30_000 * 2 ** attempts)
    await db.query('update webhook_events set attempts = attempts + 1, next_try_at = $2 where hash = $1', [
      hash,
      new Date(now() + waitMs),
    ])
  }

  return {
    /**
     * Stores what a webhook told. The same one is stored once, however often it comes.
     * @returns whether it is new
     */
    async store({ hash, kind, serviceId, word, publicId, session }: Heard): Promise<boolean> {
      hearing.webhooks = true
      const row = session ?? (publicId === null ? null : ((await findByPublicId(db, publicId))?.id ?? null))
      const rows = await db.query(
        `insert into webhook_events (hash, kind, service_id, session, word, received_at, next_try_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning hash`,
        [
          hash,
          kind,
          serviceId,
          row,
          word,
          new Date(now()),
          // Not at once: the one who stored it works on it now. Later is for whoever finds it left over.
          new Date(now() + workMs),
        ],
      )
      log('webhook_stored', { payin: serviceId, session: row, kind, status: word, count: rows.length })
      return rows.length > 0
    },

    /** Works on one stored event. Events of one payment take turns, so that each is judged by what the last changed. */
    async work(hash: string): Promise<void> {
      const [event] = await db.query<EventRow>(
        `select hash, kind, service_id, session, word, result, attempts from webhook_events
         where hash = $1 and processed_at is null`,
        [hash],
      )
      if (event) await inTurn(event.session ?? event.service_id ?? hash, () => workOn(event))
    },

    /**
     * Takes stored events that nobody has finished, and keeps other instances from them for a while.
     * @param all also those whose time has not come: for a start
     */
    async leftOver(all: boolean): Promise<string[]> {
      const rows = await db.query<{ hash: string }>(
        `with due as (
           select hash from webhook_events where processed_at is null and ($2 or next_try_at <= $1)
           order by received_at limit 50 for update skip locked
         ), taken as (
           update webhook_events e set next_try_at = $3 from due where e.hash = due.hash
           returning e.hash, e.received_at
         ) select hash from taken order by received_at`,
        [new Date(now()), all, new Date(now() + workMs)],
      )
      return rows.map(({ hash }) => hash)
    },
  }
}

const isSigned = (kind: Kind) => kind === 'payin' || kind === 'payout'

/** Takes one event to its session. */
async function take(parts: InboxParts, event: EventRow): Promise<Result> {
  const row = await findSession(parts, event)
  if (!row) return 'not_ours'
  const { service_id: told, word, kind } = event
  const { completeOn } = parts.config
  // Of one that is not recorded yet, or of another one, nothing is known: the service is asked what it really is.
  const isNew = told !== null && told.toLowerCase() !== row.service_id?.toLowerCase()
  // Others may count on the question of one that has waited, whatever its own word has become by now.
  const hasWaited = !isSigned(kind) && (event.result === 'postponed' || event.attempts > 0)
  const weight = isNew || hasWaited ? 'fetch' : weigh(row, word, isSigned(kind), completeOn)
  if (weight === 'fetch') {
    // Asked about already: judged by that answer. It may be our own question that has sent this webhook.
    const asking = isNew || word === null ? undefined : parts.asking(row.id)
    if (asking) {
      await asking.catch(() => undefined)
      return take(parts, event)
    }
    return isNew || isSigned(kind) ? ask(parts, event, row, isNew) : askSparingly(parts, event, row)
  }
  if (weight === 'old' || word === null || (await takeWord(parts, row, word))) return weight
  // The session has changed under our hands; judge again by what it is now.
  return take(parts, event)
}

/** Asks the service. @param isNew whether the event names a payment that is not the session's */
async function ask(parts: InboxParts, event: EventRow, row: SessionRow, isNew: boolean): Promise<Result> {
  const { service_id: told, word, kind } = event
  const after = await parts.refresh(row.id, 'webhook', isNew && told !== null ? told : undefined)
  // A service can announce faster than its reads catch up. Then nothing more would be sent: look again in a moment.
  if (word !== null && weigh(after, word, isSigned(kind), parts.config.completeOn) !== 'old')
    await checkSoon(parts, row.id)
  return 'fetched'
}

/** Asks at most so often, whoever has the address. */
async function askSparingly(parts: InboxParts, event: EventRow, row: SessionRow): Promise<Result> {
  const askedAt = row.fetch_started_at?.getTime() ?? 0
  if (parts.now() - askedAt < unsignedEveryMs) return 'postponed'
  // From here on nobody may count on this question any more.
  await parts.db.query('update webhook_events set result = null where hash = $1', [event.hash])
  return ask(parts, event, row, false)
}

/** The event's session: by its payment, or by the capability in the return_url or the address. */
async function findSession({ db, underWay }: InboxParts, event: EventRow): Promise<SessionRow | null> {
  const { kind, service_id: told, session } = event
  const byPayment = async () =>
    (
      await db.query<SessionRow>('select * from sessions where service_id = $1 and kind = $2', [told, kind])
    )[0] ?? null
  const bySession = async () =>
    (await db.query<SessionRow>('select * from sessions where id = $1 and kind = $2', [session, kind]))[0] ??
    null
  const known = isSigned(kind) ? await byPayment() : null
  if (known) return known
  const row = session === null ? null : await bySession()
  // The webhook can be faster than the create's answer: waiting for that saves a call.
  const sending = row && underWay(row.id)
  if (!sending) return row
  await sending.catch(() => undefined)
  return bySession()
}

async function checkSoon({ db, now }: InboxParts, session: string): Promise<void> {
  await db.query(
    'update sessions set next_check_at = least(next_check_at, $2) where id = $1 and next_check_at is not null',
    [session, new Date(now() + 3_000)],
  )
}

/** A step that changes no outcome: the signed word is taken without a call. `false`: the session is another by now. */
async function takeWord(parts: InboxParts, row: SessionRow, status: string): Promise<boolean> {
  const { db, log, now, hearing } = parts
  const taken = await db.transaction(async (tx) => {
    const rows = await tx.query(
      `update sessions set status = $2, next_check_at = $3, version = version + 1, updated_at = $4
       where id = $1 and version = $5 and outcome in ('open', 'authorized') returning id`,
      [row.id, status, nextCheckAt(now(), row.checks, row.expires_at, hearing), new Date(now()), row.version],
    )
    if (rows.length > 0) await announce(tx, row.id)
    return rows.length > 0
  })
  const { id: session, kind, order_id: order, outcome } = row
  if (taken)
    log('session_changed', { session, kind, order, status, outcome, was: outcome, source: 'webhook' })
  return taken
}
