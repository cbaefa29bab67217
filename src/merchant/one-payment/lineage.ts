// Which copy of a database answers. Postgres counts a timeline on at each promotion of a standby and at each recovery to a point
// in time, and a database that was made anew has another oid.
import type { Queries } from '../store/db.ts'

/** Null on a standby that was not promoted yet: there these functions fail, and so does every write. */
const timelineAndDatabase = `(select case when not pg_is_in_recovery()
     then left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || oid end
   from pg_database where datname = current_database())`

/**
 * An SQL expression of the lineage; `null` as SQL where the database does not tell it: PGlite, databases that are only
 * compatible with Postgres, a role without the right. Then a loss is noticed only by starts, broken connections and heartbeats.
 */
export async function findLineage(db: Queries): Promise<string> {
  try {
    await db.query(`select ${timelineAndDatabase}`, [])
    return timelineAndDatabase
  } catch {
    return 'null::text'
  }
}
