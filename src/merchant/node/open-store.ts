import { pgliteStore } from '../pglite.ts'
import { postgresStore } from '../postgres.ts'
import type { Store } from '../store/db.ts'

/** Where the database is. */
export interface StoreLocation {
  /** `null`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

/** The configured database. It is opened on first use. */
export const storeOf = ({ databaseUrl, dataDir }: StoreLocation): Store =>
  databaseUrl ? postgresStore({ connectionString: databaseUrl }) : pgliteStore(dataDir)
