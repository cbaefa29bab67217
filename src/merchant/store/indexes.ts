// Indexes of tables that are large by now. A migration is one transaction, and building an index in it stops every write to
// its table until it is done: seconds on ten million rows. So these are built after it, beside the running shop.
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, isRolledBack } from './database-errors.ts'
import { type Db, type Queries, queryOne } from './db.ts'

interface Index {
  readonly name: string
  /** What follows `create index … on`. A definition never changes: another one gets another name. */
  readonly on: string
}

export const indexes: readonly Index[] = [
  // What may be over for long, the oldest first (retention/sessions.ts).
  { name: 'sessions_to_clean', on: 'sessions (coalesce(looked_at, created_at)) where cleaned_at is null' },
  // What an order has reached (session-row.ts). An order of a thousand failed attempts has none of them in here.
  {
    name: 'sessions_holding',
    on: `sessions (order_id) where outcome in ('authorized', 'complete') or (kind = 'payin' and status = 'DISPUTED')`,
  },
  // Webhooks that may be forgotten (retention/webhooks.ts).
  {
    name: 'webhook_events_to_clean',
    on: `webhook_events (processed_at)
      where processed_at is not null and result is distinct from 'given_up' and word is distinct from 'DISPUTED'`,
  },
  // Whether a person has been told to look at a session.
  { name: 'alerts_session', on: 'alerts (session)' },
]

type State = 'valid' | 'building' | 'invalid' | 'missing'

const pollMs = 500

/**
 * Builds the indexes that are missing, one after the other. Reads and writes go on meanwhile. Several servers may call it at
 * once, and one that died while it built leaves nothing behind that the next call does not repair.
 * @returns the names of those that were built by this call
 */
export async function buildIndexes(db: Db): Promise<string[]> {
  const built: string[] = []
  for (const index of indexes) if (await build(db, index)) built.push(index.name)
  return built
}

async function build(db: Db, index: Index): Promise<boolean> {
  for (let hasBuilt = false; ; ) {
    const state = await stateOf(db, index.name)
    if (state === 'valid') return hasBuilt
    if (state === 'building') await sleep(pollMs)
    else if (state === 'invalid') await dropInvalid(db, index.name)
    else hasBuilt = await create(db, index)
  }
}

/** @returns `false` where another server has begun in the same moment */
async function create(db: Db, { name, on }: Index): Promise<boolean> {
  const sql = (how: string) => `create index ${how} if not exists ${name} on payin_checkout.${on}`
  try {
    if (db.runAlone) await db.runAlone(sql('concurrently'))
    else await db.transaction((tx) => tx.run(`set local statement_timeout = 0; ${sql('')}`))
    return true
  } catch (error) {
    // The name is taken by now, or two that build wait for each other: who looks again finds what has become of it.
    const isMet = isRolledBack(error) || /^(23505|42P07)$/.test(codeOf(error))
    if (!isMet) throw error
    await sleep(Math.random() * pollMs)
    return false
  }
}

/**
 * An index that nobody builds any more and that is not valid: its builder was killed, or the database was. Looked at once
 * more under the lock of the migrations: meanwhile another server may have dropped it, and be building it again.
 */
async function dropInvalid(db: Db, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)::text', [migrationLock])
    if ((await stateOf(tx, name)) === 'invalid') await tx.run(`drop index payin_checkout.${name}`)
  })
}

/** Any number, but the same in every process: two servers that start together take turns. */
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
