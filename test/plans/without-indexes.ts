// Ten million rows with random keys are inserted within minutes into tables without indexes, but within hours into tables with
// indexes.
import type { Db } from '../../src/merchant/store/db.ts'

interface Definition {
  readonly drop: string
  readonly make: string
}

/** The constraints. Foreign keys come first, because other constraints depend on them; they are created last. */
async function constraints(db: Db): Promise<Definition[]> {
  return db.query<Definition>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where connamespace = 'payin_checkout'::regnamespace and contype in ('p', 'u', 'f')
       and conrelid not in ('payin_checkout.installation'::regclass, 'payin_checkout.migrations'::regclass,
         'payin_checkout.service_budget'::regclass)
     order by contype <> 'f', oid`,
  )
}

async function indexes(db: Db): Promise<Definition[]> {
  return db.query<Definition>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'payin_checkout'::regnamespace
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
}

/** Runs the work while the library's tables have no indexes, and creates these again afterwards. */
export async function withoutIndexes(db: Db, work: () => Promise<void>): Promise<void> {
  const definitions = [...(await constraints(db)), ...(await indexes(db))]
  for (const { drop } of definitions) await db.query(drop)
  await work()
  const isForeign = ({ make }: Definition) => / FOREIGN KEY /.test(make)
  for (const { make } of [
    ...definitions.filter((each) => !isForeign(each)),
    ...definitions.filter(isForeign),
  ])
    await db.query(make)
}
