// A row of `webhook_events`: one stored webhook. Also which process may work on it, and how often one may cause a fetch.
import type { Kind } from '../../server/index.ts'
import type { Queries } from '../store/db.ts'

/**
 * The result of a webhook. `applied`: its signed status was applied without a fetch. `repeated`: the same bytes came again
 * after it was processed, and may still announce a change. `not_shown`: it announces money that no read of the session shows.
 */
export type EventResult =
  | 'fetched'
  | 'applied'
  | 'old'
  | 'not_ours'
  | 'postponed'
  | 'repeated'
  | 'not_shown'
  | 'given_up'

export interface EventRow {
  hash: string
  kind: Kind
  service_id: string | null
  session: string | null
  /** The status that the webhook names. */
  status: string | null
  result: EventResult | null
  attempts: number
  /** How often an unsigned webhook has named this payment since it was processed. */
  named: number
}

const columns = ['hash', 'kind', 'service_id', 'session', 'status', 'result', 'attempts', 'named'] as const

/** The columns of an `EventRow`. */
export const eventColumns = columns.join(', ')

/** Reads stored webhooks; a condition follows. */
export const selectEvents = `select ${eventColumns} from payin_checkout.webhook_events`

/** A process that takes an event has this long to finish it; then another process may take it. */
export const leaseMs = 30_000

/** Unsigned and repeated webhooks cause at most one fetch per session in this time, because anybody may send them. */
export const minFetchIntervalMs = 2_000

/** An event that was processed. */
export type FinishedEvent = EventRow & { readonly result: EventResult }

/** An event to be processed later. */
export interface WaitingEvent extends EventRow {
  readonly next_try_at: Date
  /** Other processes leave it alone until then. `null`: nobody works on it. */
  readonly leased_until: Date | null
}

/** Inserts events. Ordered by hash: two instances that write the same events in different orders would deadlock. */
const insertEvents = (moreColumns: string, values: string) =>
  `insert into payin_checkout.webhook_events as e (${eventColumns}, received_at, ${moreColumns})
   select f.${columns.join(', f.')}, $9, ${values}
   from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::int[], $10::text[], $11::text[])
     as f (${eventColumns}, next_try_at, leased_until)
   order by f.hash on conflict (hash) do update set `

/**
 * Of several writes of one event in a batch, the last one counts: one statement cannot write a row twice. A webhook is kept twice
 * at once when it fails at the moment at which its request is too late.
 */
const withoutDoubles = <E extends EventRow>(events: readonly E[]): E[] => [
  ...new Map(events.map((event) => [event.hash, event])).values(),
]

/** The parameters of `insertEvents`. Times and numbers in a list are sent as text: some clients cannot send lists of them. */
function valuesOf(events: readonly (EventRow & Partial<WaitingEvent>)[], at: Date) {
  const column = (name: keyof WaitingEvent) => events.map((event) => textOf(event[name]))
  return [...columns.map(column), at, column('next_try_at'), column('leased_until')]
}

const textOf = (value: Date | string | number | null | undefined): string | null =>
  value instanceof Date ? value.toISOString() : (value?.toString() ?? null)

/**
 * Stores events as processed. Their rows stay, so that a repeated webhook is recognized. One that was named again meanwhile is
 * processed once more: the read was perhaps too early for that webhook.
 */
export async function finishEvents(
  queries: Queries,
  events: readonly FinishedEvent[],
  at: Date,
): Promise<void> {
  await queries.query(
    `${insertEvents('next_try_at, processed_at', '$9, $9')} leased_until = null,
       processed_at = case when e.named = excluded.named then excluded.processed_at end,
       result = case when e.named = excluded.named then excluded.result end`,
    valuesOf(events, at),
  )
}

/** Stores events that are to be processed later. One that was processed is processed again only if it is `repeated`. */
export async function keepEvents(queries: Queries, events: readonly WaitingEvent[], at: Date): Promise<void> {
  await queries.query(
    `${insertEvents('next_try_at, leased_until', 'f.next_try_at::timestamptz, f.leased_until::timestamptz')}
       attempts = case when e.processed_at is null then greatest(e.attempts, excluded.attempts) else excluded.attempts end,
       result = excluded.result, next_try_at = excluded.next_try_at, leased_until = excluded.leased_until, processed_at = null
     where e.processed_at is null or excluded.result = 'repeated'`,
    valuesOf(withoutDoubles(events), at),
  )
}
