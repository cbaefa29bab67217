// A Postgres of its own behind a network that can fail, for tests that break either. The limits are small, so no test
// waits long.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Db, Probed } from '../../../src/merchant/store/db.ts'
import { openPostgres, type PostgresOptions } from '../../../src/merchant/store/postgres.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

export const unless = whyNoPostgres ? ` (skipped: ${whyNoPostgres})` : ''
export const small = { lockMs: 300, statementMs: 600, answerMs: 1_000, connectMs: 1_000, heartbeatMs: 100 }

/** The connections besides the one that asks. */
export const others = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** The error of a promise. @throws when it does not reject */
export const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It has not failed.')
    },
    (error) => error,
  )
/** Starts both for a `describe`. */
export function useFailingPostgres() {
  let postgres: OwnPostgres
  let network: TcpProxy
  let admin: pg.Client
  const opened: Db[] = []

  beforeAll(async () => {
    postgres = await startOwnPostgres()
  })
  beforeEach(async () => {
    network = await startTcpProxy(Number(new URL(postgres.url).port))
    admin = new pg.Client({ connectionString: postgres.url })
    admin.on('error', () => undefined)
    await admin.connect()
    await admin.query('drop table if exists marks; create table marks (id int primary key, n int)')
    await admin.query('insert into marks values (1, 0), (2, 0)')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()))
    await admin.end()
    await network.close()
  })
  afterAll(async () => {
    await postgres?.dispose()
  })

  function open(options: PostgresOptions = {}, url = postgres.url): Db & Probed {
    const limits = { ...small, ...options.limits }
    const db = openPostgres(url, () => undefined, { ...options, limits })
    opened.push(db)
    return db
  }

  /** The same, over a network that can fall silent. */
  function openAcross(options: PostgresOptions = {}): Db & Probed {
    const url = new URL(postgres.url)
    url.port = String(network.port)
    return open(options, url.href)
  }

  /** Opens this many connections at the same time, each with an answer. */
  const warmUp = (db: Db, connections: number) =>
    Promise.all(Array.from({ length: connections }, () => db.query('select pg_sleep(0.05)')))

  const lock = async (id: number) => {
    await admin.query('begin')
    await admin.query('select * from marks where id = $1 for update', [id])
  }
  return {
    open,
    openAcross,
    warmUp,
    lock,
    get postgres() {
      return postgres
    },
    get network() {
      return network
    },
    get admin() {
      return admin
    },
  }
}
