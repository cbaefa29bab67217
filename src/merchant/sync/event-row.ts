// A stored webhook, as the database holds it.
import type { Kind } from '../../server/index.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Db, Queries } from '../store/db.ts'

/** `repeated`: the same bytes came again after it was worked through, and may be news all the same. */
export type EventResult = 'fetched' | 'word' | 'old' | 'not_ours' | 'postponed' | 'repeated' | 'given_up'

export interface EventRow {
  hash: string
  kind: Kind
  service_id: string | null
  session: string | null
  word: string | null
  result: EventResult | null
  attempts: number
}

/** The columns of an `EventRow`. */
export const eventColumns = 'hash, kind, service_id, session, word, result, attempts'

/** Reads stored webhooks; a condition follows. */
export const selectEvents = `select ${eventColumns} from payin_checkout.webhook_events`

/** For so long an event belongs to whoever took it. */
export const leaseMs = 30_000

/** Unsigned and repeated webhooks make us ask about a session this often at most, whoever sends them. */
export const minFetchIntervalMs = 2_000

/** Writes down that an event is over. Its hash stays, against repeats. */
export async function finishEvent(
  queries: Queries,
  hash: string,
  result: EventResult,
  at: Date,
): Promise<void> {
  await queries.query(
    'update payin_checkout.webhook_events set processed_at = $2, result = $3 where hash = $1',
    [hash, at, result],
  )
}

/** Takes the one question that may be asked about a session in two seconds, over all instances. */
export async function takeFetchSlot(db: Db, { id }: SessionRow, now: number): Promise<boolean> {
  const taken = await db.query(
    'update payin_checkout.sessions set asked_at = $2 where id = $1 and (asked_at is null or asked_at <= $3) returning id',
    [id, new Date(now), new Date(now - minFetchIntervalMs)],
  )
  return taken.length > 0
}
