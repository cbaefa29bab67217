// Copies the shop's rows and restores them. To the server this looks like a restored backup, or a failover that lost the
// last rows.
import { type Db, queryOne } from '../../src/merchant/store/db.ts'
import { shopTables } from './shop-tables.ts'

export type Backup = ReadonlyMap<string, string>

/** Copies every row of the shop's tables. */
export async function backUp(db: Db): Promise<Backup> {
  const rows = new Map<string, string>()
  for (const table of shopTables) {
    const sql = `select coalesce(json_agg(t), '[]')::text as all from ${table} t`
    rows.set(table, (await queryOne<{ all: string }>(db, sql, [])).all)
  }
  return rows
}

/** Restores the rows of a copy, and deletes all later rows. */
export async function restore(db: Db, backup: Backup): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of shopTables.toReversed()) await tx.query(`delete from ${table}`)
    for (const table of shopTables)
      await tx.query(
        `insert into ${table} overriding system value
           select * from json_populate_recordset(null::${table}, $1::json)`,
        [backup.get(table)],
      )
  })
}
