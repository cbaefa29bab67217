// What a person must look at: rows in `alerts`, each raised once.
import type { Queries } from '../store/db.ts'

export type AlertKind =
  | 'amount_differs'
  | 'final_changed'
  | 'hosted_page_refused'
  | 'late_complete'
  | 'order_unknown'
  | 'paid_twice'
  | 'second_payin'
  | 'webhook_given_up'

/** Raises something for a person to look at; the same thing only once. Tells whether it is new. */
export async function raise(
  queries: Queries,
  kind: AlertKind,
  session: string | null,
  detail: string,
  at: Date,
): Promise<boolean> {
  const rows = await queries.query(
    `insert into alerts (kind, session, detail, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning id`,
    [kind, session, detail, at],
  )
  return rows.length > 0
}
