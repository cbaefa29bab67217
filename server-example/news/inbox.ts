// Webhooks: stored, answered, then worked through. A webhook can be lost, doubled, overtaken or played again, so it
// is a hint: what could change an outcome is fetched from the service.
import { type Payin, parsePayinEvent } from 'payin-checkout/server'
import type { Config } from '../config.ts'
import { hashOf } from '../create/capability.ts'
import type { Deliver } from '../create/deliver.ts'
import { errorFields, type Log } from '../log.ts'
import { createTurns } from '../single-flight.ts'
import type { Db } from '../store/db.ts'
import { announce, findByPublicId, type SessionRow } from '../store/session-row.ts'
import { raise } from './alerts.ts'
import { weigh } from './merge.ts'
import type { Refresh } from './refresh.ts'
import { type Hearing, nextCheckAt } from './schedule.ts'

export interface InboxParts {
  readonly db: Db
  readonly config: Pick<Config, 'completeOn'>
  readonly refresh: Refresh
  readonly underWay: Deliver['underWay']
  readonly hearing: Hearing
  readonly log: Log
  readonly now: () => number
}

type Result = 'fetched' | 'word' | 'old' | 'not_ours' | 'unreadable' | 'given_up'

interface EventRow {
  hash: string
  body: string | null
  attempts: number
}

const maxAttempts = 20

export type Inbox = ReturnType<typeof createInbox>

export function createInbox(parts: InboxParts) {
  const { db, log, now, hearing } = parts
  const inTurn = createTurns()

  async function workOn({ hash, body, attempts }: EventRow): Promise<void> {
    const payin = body === null ? null : parsePayinEvent(new TextEncoder().encode(body))
    if (!payin) return finish(hash, 'unreadable')
    try {
      const result = await take(parts, payin)
      await finish(hash, result)
      log('webhook_done', { payin: payin.id, status: payin.status, kind: result })
    } catch (error) {
      log('webhook_failed', { payin: payin.id, ...errorFields(error) })
      if (attempts + 1 < maxAttempts) return retryLater(hash, attempts)
      await raise(db, 'webhook_given_up', null, `payin ${payin.id} could not be fetched`, new Date(now()))
      await finish(hash, 'given_up')
    }
  }

  // The body holds the payer's data: it is kept only until it was worked through. The hash stays, against repeats.
  async function finish(hash: string, result: Result): Promise<void> {
    await db.query('update webhook_events set processed_at = $2, result = $3, body = null where hash = $1', [
      hash,
      new Date(now()),
      result,
    ])
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
     * Stores a verified webhook. The same bytes are stored once, however often they come.
     * @returns its hash, or `null` when it is known already
     */
    async store(rawBody: Uint8Array): Promise<string | null> {
      hearing.webhooks = true
      const hash = hashOf(rawBody)
      const payin = parsePayinEvent(rawBody)
      const rows = await db.query(
        `insert into webhook_events (hash, kind, payin_id, body, received_at, next_try_at)
         values ($1, 'payin', $2, $3, $4, $5) on conflict do nothing returning hash`,
        [
          hash,
          payin?.id ?? null,
          payin ? new TextDecoder().decode(rawBody) : null,
          new Date(now()),
          // Not at once: the one who stored it works on it now. Later is for whoever finds it left over.
          new Date(now() + 30_000),
        ],
      )
      log('webhook_stored', { payin: payin?.id ?? null, status: payin?.status ?? null, count: rows.length })
      return rows.length > 0 ? hash : null
    },

    /** Works on one stored event. Events of one payin take turns, so that each is judged by what the last one changed. */
    async work(hash: string): Promise<void> {
      const [event] = await db.query<EventRow & { payin_id: string | null }>(
        'select hash, body, attempts, payin_id from webhook_events where hash = $1 and processed_at is null',
        [hash],
      )
      if (event) await inTurn(event.payin_id ?? hash, () => workOn(event))
    },

    /** Stored events that nobody has finished. @param all also those whose time has not come: for a start */
    async leftOver(all: boolean): Promise<string[]> {
      const rows = await db.query<{ hash: string }>(
        `select hash from webhook_events where processed_at is null and ($2 or next_try_at <= $1)
         order by received_at limit 50`,
        [new Date(now()), all],
      )
      return rows.map(({ hash }) => hash)
    },
  }
}

/** Takes one event to its session. */
async function take(parts: InboxParts, payin: Payin): Promise<Result> {
  const row = await findSession(parts, payin)
  if (!row) return 'not_ours'
  // The create's answer was lost, this event found its session: the service is asked what it really is.
  const weight = row.payin_id === null ? 'fetch' : weigh(row, payin.status, parts.config.completeOn)
  if (weight === 'fetch') {
    const after = await parts.refresh(row.id, 'webhook', payin.id)
    // A service can announce faster than its reads catch up. Then nothing more would be sent: look again in a moment.
    if (weigh(after, payin.status, parts.config.completeOn) !== 'old') await checkSoon(parts, row.id)
    return 'fetched'
  }
  if (weight === 'old' || (await takeWord(parts, row, payin.status))) return weight
  // The session has changed under our hands; judge again by what it is now.
  return take(parts, payin)
}

/** The event's session: by its payin, or by the capability in the return_url that only we and the service know. */
async function findSession({ db, underWay }: InboxParts, payin: Payin): Promise<SessionRow | null> {
  const byPayin = () => db.query<SessionRow>('select * from sessions where payin_id = $1', [payin.id])
  const [known] = await byPayin()
  if (known) return known
  if (payin.return_url === null || !URL.canParse(payin.return_url)) return null
  const row = await findByPublicId(db, new URL(payin.return_url).searchParams.get('session') ?? '')
  if (!row) return null
  // The webhook can be faster than the create's answer: waiting for that saves a call.
  const sending = underWay(row.id)
  if (!sending) return row
  await sending.catch(() => undefined)
  const [recorded] = await byPayin()
  return recorded ?? row
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
  const { id: session, order_id: order, outcome } = row
  if (taken) log('session_changed', { session, order, status, outcome, source: 'webhook' })
  return taken
}
