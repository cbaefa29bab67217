// Alerts as a person sees them: with their order, their amount, what to do, and how they can be settled now.
import type { Money } from '../../server/index.ts'
import { type AlertKind, whatToDo } from '../alerts.ts'
import { moneyOf, type SessionRow } from '../session/session-row.ts'
import { type Queries, queryOne } from '../store/db.ts'
import { type Settlement, settlementsOf, whatToDoNow } from './rules/settled.ts'

export interface Alert {
  readonly id: number
  readonly kind: AlertKind
  /** The id of the session's row, as in logs. */
  readonly session: string | null
  /** The order's id, or the payout's reference. */
  readonly subject: string | null
  /** How much came, as far as it is known; else the amount of the session. */
  readonly amount: Money | null
  readonly detail: string
  readonly what_to_do: string
  /** How it can be settled now; empty once it is, and while its payment may still bring money. */
  readonly settle_as: readonly Settlement[]
  /** ISO 8601. */
  readonly created_at: string
  readonly settled: Settled | null
}

export interface Settled {
  readonly as: Settlement
  readonly by: string
  readonly note: string | null
  /** ISO 8601. */
  readonly at: string
}

interface AlertRow {
  readonly id: number
  readonly kind: AlertKind
  readonly session: string | null
  readonly subject: string | null
  readonly detail: string
  readonly created_at: Date
  readonly settled_as: Settlement | null
  readonly settled_by: string | null
  readonly settled_at: Date | null
  readonly note: string | null
}

/** The times of the session are texts: it comes as JSON. */
type ListedRow = AlertRow & {
  readonly row: (Omit<SessionRow, 'fetch_started_at'> & { readonly fetch_started_at: string | null }) | null
}

/** Those that nobody has settled first, then the newest. */
const openFirst = 'order by a.settled_at is not null, a.id desc'

/** @param which a clause that chooses the alerts, before their sessions are read */
const selectAlerts = (which: string) =>
  `select a.id, a.kind, a.session, coalesce(a.subject, s.order_id) as subject, a.detail, a.created_at,
     a.settled_as, a.settled_by, a.settled_at, a.note, case when s.id is null then null else to_jsonb(s) end as row
   from (select * from payin_checkout.alerts a ${which}) a
   left join payin_checkout.sessions s on s.id = a.session ${openFirst}`

/** The latest alerts, the open ones first, then the newest, at most 200. */
export async function listAlerts(queries: Queries): Promise<Alert[]> {
  return (await queries.query<ListedRow>(selectAlerts(`${openFirst} limit 200`))).map(toAlert)
}

/** How many alerts nobody has settled. */
export async function countOpenAlerts(queries: Queries): Promise<number> {
  const sql = 'select count(*)::int as n from payin_checkout.alerts where settled_at is null'
  return (await queryOne<{ n: number }>(queries, sql, [])).n
}

/** A larger number is no integer of Postgres. */
const maxId = 2 ** 31 - 1

/** @returns `null` when there is no such alert */
export async function findAlert(queries: Queries, id: number): Promise<Alert | null> {
  if (!Number.isInteger(id) || id < 1 || id > maxId) return null
  const [row] = await queries.query<ListedRow>(selectAlerts('where a.id = $1'), [id])
  return row ? toAlert(row) : null
}

function toAlert({ row: listed, ...alert }: ListedRow): Alert {
  const { settled_as: as, settled_by: by, settled_at: at, note, created_at, ...rest } = alert
  const fetchedAt = listed?.fetch_started_at ? new Date(listed.fetch_started_at) : null
  const row = listed && { ...listed, fetch_started_at: fetchedAt }
  const settlements = settlementsOf(alert.kind, created_at, row)
  return {
    ...rest,
    amount: row && moneyOf(row),
    what_to_do: as === null ? whatToDoNow(alert.kind, settlements) : whatToDo[alert.kind],
    settle_as: as === null ? settlements : [],
    created_at: created_at.toISOString(),
    settled: as && { as, by: by ?? '', note, at: at?.toISOString() ?? '' },
  }
}
