// The tables of the library and of the example shop.
import type { Queries } from '../../src/merchant/store/db.ts'

/** Ordered by their foreign keys. */
export const shopTables = [
  'payin_checkout.installation',
  'orders',
  'payin_checkout.payouts',
  'payin_checkout.sessions',
  'payin_checkout.session_ids',
  'payin_checkout.session_claims',
  'payin_checkout.webhook_events',
  'payin_checkout.alerts',
  'payin_checkout.outbox',
  'parcels',
  'payin_checkout.service_budget',
] as const

/**
 * Deletes all rows but that of the installation. Not `truncate`: it makes the files of all tables anew, which takes twenty times
 * as long for a few rows.
 */
export async function emptyTables(db: Queries): Promise<void> {
  const emptied = shopTables.filter((table) => table !== 'payin_checkout.installation')
  await db.query(`with ${emptied.map((table, n) => `t${n} as (delete from ${table})`).join()} select`)
}
