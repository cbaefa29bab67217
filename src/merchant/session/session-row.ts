// session/ knows what a session is: its row in the database (this file), its ids and its capability, and what its outcome
// means for the money. This file also decides what of a row the page may see. Nothing here writes (order/write does).
import type { Kind, Money, Outcome, Review, Session } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { isDisputed, sameLedger } from '../kinds/sql.ts'
import { type Queries, queryOne } from '../store/db.ts'
import { hashOf } from './capability.ts'
import { holdsMoney } from './outcomes.ts'

export interface SessionRow {
  readonly id: string
  readonly seed: string
  /** A hash of the API key under which it was made; `''` once it was sent or returned under another one as well. */
  readonly api_key_hash: string
  readonly kind: Kind
  readonly order_id: string
  /** The order's reference at the service. */
  readonly reference: string
  /** When the order was placed, as the shop said; `null`: it did not say, or there is no order. */
  readonly placed_at: Date | null
  readonly attempt: number
  readonly choice_hash: string
  readonly amount_value: string
  readonly amount_currency: string
  readonly service_key: string
  readonly request_body: string | null
  readonly first_sent_at: Date | null
  readonly rejected_at: Date | null
  /** JSON list of the JSON Pointers in the service's refusal. */
  readonly rejected_pointers: string | null
  /** The payment's id at the service: of a payin, a payout or a transaction. */
  readonly service_id: string | null
  readonly status: string
  readonly status_details: string | null
  readonly outcome: Outcome
  /** When money was first promised or came, by the server’s clock; `null` while the outcome has none. */
  readonly paid_at: Date | null
  /** How its payment differs from the order (order/rules/mismatch.ts); `null` when it does not. */
  readonly doubt: string | null
  /** How much came, as the service named it last; `null` without a doubt, and when it names no amount. */
  readonly came_value: string | null
  readonly came_currency: string | null
  /** Why a person must settle the money that came; `null` when there is nothing to settle. */
  readonly review: Review | null
  /** How a person has settled the money that came; `null`: not, or it was disputed since then. */
  readonly settled_as: 'accepted' | 'refunded' | null
  /** How often a function of the shop has failed when the money was stored (sync/refused-money.ts). */
  readonly refusals: number
  /** JSON list of the times at which links were made, in milliseconds since 1970. Each link of an on-ramp is a payment. */
  readonly links: string
  /** When money was authorized after the session had failed or expired. */
  readonly late_promise_at: Date | null
  readonly redirect_url: string | null
  readonly expires_at: Date | null
  readonly fetch_started_at: Date | null
  readonly next_check_at: Date | null
  readonly checks: number
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** A session together with what its order has reached by any session. The page always gets both. */
export interface ShownRow extends SessionRow {
  readonly order_outcome: 'open' | 'authorized' | 'complete'
}

/** The database channel for changes of sessions; the payload is the row id. */
export const sessionChanged = 'session_changed'

/** Whether the payment is disputed, and nobody has said yet what became of its money. */
const isUnderDispute = ({ status, kind, settled_as }: SessionRow): boolean =>
  status === kindOf(kind).disputeStatus && settled_as === null

/**
 * Whether a session holds its order: its money is authorized or paid. A disputed payment was paid, even if we never saw
 * that status.
 */
export const holdsOrder = (row: SessionRow): boolean => holdsMoney(row.outcome) || isUnderDispute(row)

/** Whether the service has not answered the session's create request yet. */
export function isUndelivered(row: SessionRow): boolean {
  if (row.outcome !== 'open' || row.rejected_at) return false
  return kindOf(row.kind).sending === 'keyed' ? row.service_id === null : row.redirect_url === null
}

/** Whether the service has named no hosted page of an open payment that it has made. */
export const lacksPage = ({ kind, outcome, service_id, redirect_url }: SessionRow): boolean =>
  kindOf(kind).sending === 'keyed' &&
  !kindOf(kind).pageNeedsCode &&
  outcome === 'open' &&
  service_id !== null &&
  redirect_url === null

/** How long a payment has for which the service names no end. */
const withoutEndMs = 24 * 3_600_000

/** Whether a payment has had its time. It may still be open at the service. @param now ms since 1970 */
export const hasHadItsTime = ({ expires_at, created_at }: SessionRow, now: number): boolean =>
  (expires_at?.getTime() ?? created_at.getTime() + withoutEndMs) <= now

/** Whether the time of an open session is over. It may still be open at the service. @param now ms since 1970 */
export const isTimeOver = (row: SessionRow, now: number): boolean =>
  row.outcome === 'open' && hasHadItsTime(row, now)

/** The columns of a `ShownRow`. `unique (order_id, kind, attempt)` is the index that finds the order's sessions `o`. 'complete' comes after 'authorized' in the alphabet. */
const shown = `s.*, coalesce((select case o.outcome when 'complete' then 'complete' else 'authorized' end from payin_checkout.sessions o
  where o.order_id = s.order_id and (o.placed_at = s.placed_at) is not false and ${sameLedger('o.kind', 's.kind')} and (o.outcome in ('authorized', 'complete')
    or (${isDisputed('o')} and o.settled_as is null))
  order by 1 desc limit 1), 'open') as order_outcome`

/**
 * The public session. It has these twelve fields and no others, so that nothing about the payer, the instrument or the API can
 * leak.
 * @param link the address of the hosted page, if it may be given out (order/reply.ts). A read gives out none
 */
export function toPublic(row: ShownRow, id: string, link: string | null = null): Session {
  return {
    id,
    kind: row.kind,
    status: row.status,
    status_details: row.status_details,
    outcome: row.outcome,
    order_outcome: row.order_outcome,
    amount: moneyOf(row),
    reference: row.order_id,
    redirect_url: link,
    expires_at: row.expires_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    review: reviewOf(row),
  }
}

/** Why a person must settle the money that came. */
export function reviewOf(row: SessionRow): Review | null {
  const { outcome, review, doubt } = row
  if (isUnderDispute(row)) return 'disputed'
  if (outcome !== 'authorized') return null
  return review ?? (doubt === null ? null : 'amount_differs')
}

export const amountOf = (row: SessionRow): Money => ({
  value: row.amount_value,
  currency: row.amount_currency,
})

/** The money of a payment: what the service names, and else the amount of the session. */
export const moneyOf = (row: SessionRow): Money =>
  row.came_value !== null && row.came_currency !== null
    ? { value: row.came_value, currency: row.came_currency }
    : amountOf(row)

/** The session with this row id. */
export const readRow = (queries: Queries, id: string): Promise<SessionRow> =>
  queryOne<SessionRow>(queries, 'select * from payin_checkout.sessions where id = $1', [id])

/** The session with this row id, as it may be shown now. */
export const readShown = (queries: Queries, id: string): Promise<ShownRow> =>
  queryOne<ShownRow>(queries, `select ${shown} from payin_checkout.sessions s where s.id = $1`, [id])

/** Checked before hashing, so that an "id" of a megabyte costs nothing. */
const isPublicId = (id: string): boolean => /^cs_[\w-]{20,100}$/.test(id)

/** The sessions with these public ids; an unknown id is missing in the result. */
export async function findByPublicIds(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownRow>> {
  const idOf = new Map(ids.filter(isPublicId).map((id) => [hashOf(id), id]))
  if (idOf.size === 0) return new Map()
  const rows = await queries.query<ShownRow & { readonly hash: string }>(
    `select i.hash, ${shown} from payin_checkout.session_ids i join payin_checkout.sessions s on s.id = i.session where i.hash = any($1::text[])`,
    [[...idOf.keys()]],
  )
  return new Map(rows.map((row) => [idOf.get(row.hash) ?? '', row]))
}

/** The row id of the session with this public id, or `null`. */
export async function findIdByPublicId(queries: Queries, id: string): Promise<string | null> {
  if (!isPublicId(id)) return null
  const [row] = await queries.query<{ session: string }>(
    'select session from payin_checkout.session_ids where hash = $1',
    [hashOf(id)],
  )
  return row?.session ?? null
}
