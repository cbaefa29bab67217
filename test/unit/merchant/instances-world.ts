// Several merchants over one database in the Postgres of TEST_DATABASE_URL. Each has its own connections, like
// processes on several machines. They share only the clock and the service.
import { afterEach, beforeEach } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { type ExampleOptions, makeTables } from '../../support/example-merchant.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { type Around, createAround, createWorld, type World } from './harness.ts'

export const databaseUrl = process.env.TEST_DATABASE_URL

/** The reason why a suite is skipped, for its title. */
export const unlessSkipped = databaseUrl ? '' : ' (skipped: TEST_DATABASE_URL names no Postgres)'

interface Changes {
  /** Wraps the database of this instance, for example to break it. */
  readonly db?: (db: Db) => Db
  readonly options?: ExampleOptions
}

export interface Instances extends Around {
  readonly all: readonly [World, World, World]
  /** Starts one more instance, which is not in `all`. */
  join(name: string, changes: Changes): Promise<World>
}

/** Prepares three instances before each test of a suite, in an empty database. */
export function useInstances(): () => Instances {
  let database: OwnDatabase
  let started: World[]
  let instances: Instances

  const join = async (around: Around, name: string, { db, options = {} }: Changes = {}) => {
    const working = openPostgres(database.urlFor(name), () => undefined)
    if (started.length === 0) {
      await makeTables(working)
      await seedOrders(working, new Date('2026-11-01'))
    }
    const world = await createWorld(db?.(working) ?? working, around, options)
    started.push(world)
    return world
  }

  beforeEach(async () => {
    started = []
    database = await createOwnDatabase(databaseUrl ?? '')
    const around = createAround()
    const all = [await join(around, 'a'), await join(around, 'b'), await join(around, 'c')] as const
    instances = { ...around, all: [...all], join: (name, changes) => join(around, name, changes) }
  })
  afterEach(async () => {
    await Promise.all(started.map(({ merchant }) => merchant.close()))
    await Promise.all(started.map(({ db }) => db.close()))
    await database.drop()
  })
  return () => instances
}

/**
 * A held read that has begun to wait.
 * @param seconds different for each, so that a test can wait for one timer of the clock
 */
export async function hold({ read, clock }: World, id: string, etag: string, seconds: number) {
  const answer = read(id, { 'if-none-match': etag, prefer: `wait=${seconds}` })
  await clock.untilSleeping(seconds * 1_000)
  return { answer }
}

/**
 * Notifications do not reach this instance, as behind a transaction pooler. It still learns that it may have missed
 * some.
 */
export const withoutNotifications = (db: Db): Db => ({
  ...db,
  listen: (channel, listener) =>
    db.listen(channel, (payload) => {
      if (payload === null) listener(null)
    }),
})

/** A promise and the function that resolves it. */
export function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Stops transactions after the statement with these words, so that another instance can act in between. */
export function createStop(words: string) {
  const [reached, resumed] = [createGate(), createGate()]
  const stopping = (db: Db): Db => ({
    ...db,
    transaction: (work) =>
      db.transaction((tx) => {
        const query = async <T extends object>(sql: string, params?: readonly unknown[]) => {
          const rows = await tx.query<T>(sql, params)
          if (!sql.includes(words)) return rows
          reached.open()
          await resumed.opened
          return rows
        }
        // The shop's functions use `own`, so it has to stop, too.
        return work({ ...tx, query, own: { query } })
      }),
  })
  return { stopping, reached: reached.opened, resume: resumed.open }
}
