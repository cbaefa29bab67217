// Ten million rows with random keys are written into tables without indexes in minutes, and into those with them in hours.
import type { Db } from '../../src/merchant/store/db.ts'

interface Made {
  readonly drop: string
  readonly make: string
}

/** Constraints first: an index that belongs to one cannot be dropped alone. Foreign keys are dropped first and made last. */
async function constraints(db: Db): Promise<Made[]> {
  return db.query<Made>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where connamespace = 'payin_checkout'::regnamespace and contype in ('p', 'u', 'f')
       and conrelid not in ('payin_checkout.installation'::regclass, 'payin_checkout.migrations'::regclass,
         'payin_checkout.service_budget'::regclass)
     order by contype <> 'f', oid`,
  )
}

async function indexes(db: Db): Promise<Made[]> {
  return db.query<Made>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'payin_checkout'::regnamespace
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
}

/** Does the work while the library's tables have no indexes, and makes these anew afterwards. */
export async function withoutIndexes(db: Db, work: () => Promise<void>): Promise<void> {
  const made = [...(await constraints(db)), ...(await indexes(db))]
  for (const { drop } of made) await db.query(drop)
  await work()
  const isForeign = ({ make }: Made) => / FOREIGN KEY /.test(make)
  for (const { make } of [...made.filter((each) => !isForeign(each)), ...made.filter(isForeign)])
    await db.query(make)
}
