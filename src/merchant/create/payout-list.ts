// Payouts as a person of the shop lists them.
import type { Money, Outcome } from '../../server/index.ts'
import { payout } from '../kinds/payout.ts'
import type { Queries } from '../store/db.ts'

/** A payout as a person of the shop looks it up. Its session and its code are not in it: together they are the money. */
export interface ListedPayout {
  readonly reference: string
  readonly amount: Money
  /** How the session stands that paid it out, else its newest one. */
  readonly outcome: Outcome
  readonly createdAt: Date
}

/**
 * The newest payouts, at most fifty. A reference without a session is none: its request was refused, and it can be used.
 * @param isPaid those that were paid out, or the others
 */
export async function newestPayouts(queries: Queries, isPaid: boolean): Promise<ListedPayout[]> {
  const rows = await queries.query<{
    id: string
    amount_value: string
    amount_currency: string
    created_at: Date
    outcome: Outcome
  }>(
    `select p.id, p.amount_value, p.amount_currency, p.created_at, s.outcome
     from payin_checkout.payouts p
     cross join lateral (select outcome from payin_checkout.sessions where order_id = p.id and kind = $2
       order by ${bestFirst} limit 1) s
     where p.status = $1 order by p.created_at desc limit 50`,
    [isPaid ? 'paid' : 'unpaid', payout.name],
  )
  return rows.map(({ id, amount_value: value, amount_currency: currency, created_at, outcome }) => ({
    reference: id,
    amount: { value, currency },
    outcome,
    createdAt: created_at,
  }))
}

/** The order of the sessions of one reference: the one that paid it out, else the newest. */
export const bestFirst = `outcome = 'complete' desc, outcome = 'authorized' desc, created_at desc, attempt desc`
