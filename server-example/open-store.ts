import type { Store } from 'payin-checkout/merchant'
import { pgliteStore } from 'payin-checkout/merchant/pglite'
import { postgresStore } from 'payin-checkout/merchant/postgres'

/** The Postgres of DATABASE_URL; without it, for trying out, an embedded database in the folder DATA_DIR, or `memory://`. */
export function openStore({ DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv = process.env): Store {
  const connectionString = DATABASE_URL?.trim()
  return connectionString ? postgresStore({ connectionString }) : pgliteStore(DATA_DIR?.trim() || '.data')
}
