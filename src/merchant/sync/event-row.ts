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

/** The columns of an `EventRow`. */
export const eventColumns = 'hash, kind, service_id, session, status, result, attempts, named'

/** Reads stored webhooks; a condition follows. */
export const selectEvents = `select ${eventColumns} from payin_checkout.webhook_events`

/** A process that takes an event has this long to finish it; then another process may take it. */
export const leaseMs = 30_000

/** Unsigned and repeated webhooks cause at most one fetch per session in this time, because anybody may send them. */
export const minFetchIntervalMs = 2_000

/** An event that was processed. */
export type FinishedEvent = Pick<EventRow, 'hash' | 'named'> & { readonly result: EventResult }

/**
 * Marks events as processed. The rows stay, so that a repeated webhook is recognized. One that was named again meanwhile is
 * processed once more: the read was perhaps too early for that webhook.
 */
export async function finishEvents(
  queries: Queries,
  events: readonly FinishedEvent[],
  at: Date,
): Promise<void> {
  await queries.query(
    `update payin_checkout.webhook_events e set leased_until = null,
       processed_at = case when e.named = f.named then $4::timestamptz end,
       result = case when e.named = f.named then f.result end
     from unnest($1::text[], $2::text[], $3::int[]) as f (hash, result, named) where e.hash = f.hash`,
    [
      events.map(({ hash }) => hash),
      events.map(({ result }) => result),
      events.map(({ named }) => String(named)),
      at,
    ],
  )
}
