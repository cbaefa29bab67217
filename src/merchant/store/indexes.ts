// Indexes on tables that may be large. A migration is one transaction, and an index built inside it blocks every write to
// the table until it is done: seconds for ten million rows. So these indexes are built after the migration, with
// `concurrently`, while the shop goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, isRolledBack } from './database-errors.ts'
import { type Db, type Queries, queryOne } from './db.ts'

interface Index {
  readonly name: string
  /** The SQL after `create index … on`. Never change a definition: a different index gets a different name. */
  readonly on: string
}

export const indexes: readonly Index[] = [
  // Sessions that may be old enough to be cleaned, the oldest first (retention/sessions.ts).
  { name: 'sessions_to_clean', on: 'sessions (coalesce(looked_at, created_at)) where cleaned_at is null' },
  // The sessions that decide the state of an order (session-row.ts). Failed attempts are not in this index, however many
  // an order has.
  {
    name: 'sessions_holding',
    on: `sessions (order_id) where outcome in ('authorized', 'complete') or (kind = 'payin' and status = 'DISPUTED')`,
  },
  // Webhook events that may be deleted (retention/webhooks.ts).
  {
    name: 'webhook_events_to_clean',
    on: `webhook_events (processed_at)
      where processed_at is not null and result is distinct from 'given_up' and word is distinct from 'DISPUTED'`,
  },
  // To find out whether a session has an alert.
  { name: 'alerts_session', on: 'alerts (session)' },
]

type State = 'valid' | 'building' | 'invalid' | 'missing'

const pollMs = 500

/**
 * Builds the missing indexes, one after the other. Reads and writes go on meanwhile. Several servers may call it at once.
 * If a server dies while it builds, the next call repairs what it left behind.
 * @returns the names of the indexes that this call built
 */
export async function buildIndexes(db: Db): Promise<string[]> {
  const built: string[] = []
  for (const index of indexes) if (await build(db, index)) built.push(index.name)
  return built
}

async function build(db: Db, index: Index): Promise<boolean> {
  for (let isOurs = false; ; ) {
    const state = await stateOf(db, index.name)
    if (state === 'valid') return isOurs
    if (state === 'building') await sleep(pollMs)
    else if (state === 'invalid') await dropInvalid(db, index.name)
    else isOurs = await create(db, index)
  }
}

/** @returns `false` when another server started to build it at the same moment */
async function create(db: Db, { name, on }: Index): Promise<boolean> {
  const sql = (how: string) => `create index ${how} if not exists ${name} on payin_checkout.${on}`
  try {
    if (db.runAlone) await db.runAlone(sql('concurrently'))
    else await db.transaction((tx) => tx.run(`set local statement_timeout = 0; ${sql('')}`))
    return true
  } catch (error) {
    // Another server created the index meanwhile, or two builders waited for each other. The caller checks again.
    const isCollision = isRolledBack(error) || /^(23505|42P07)$/.test(codeOf(error))
    if (!isCollision) throw error
    await sleep(Math.random() * pollMs)
    return false
  }
}

/**
 * Drops an invalid index that no server is building: its builder or the database was killed. The state is checked again
 * under the migration lock, because another server may have dropped the index meanwhile and be building it again.
 */
async function dropInvalid(db: Db, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)::text', [migrationLock])
    if ((await stateOf(tx, name)) === 'invalid') await tx.run(`drop index payin_checkout.${name}`)
  })
}

/**
 * Advisory lock key. Any number, but the same in every process, so that servers that start together run one at a time.
 */
export const migrationLock = 4_242_001

async function stateOf(queries: Queries, name: string): Promise<State> {
  const { state } = await queryOne<{ state: State }>(
    queries,
    `select coalesce((
       select case when i.indisvalid then 'valid'
         when exists (select 1 from pg_catalog.pg_stat_progress_create_index p where p.index_relid = i.indexrelid) then 'building'
         else 'invalid' end
       from pg_catalog.pg_index i where i.indexrelid = to_regclass($1)), 'missing') as state`,
    [`payin_checkout.${name}`],
  )
  return state
}
