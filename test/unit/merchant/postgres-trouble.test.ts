// What the store on Postgres does when a connection, a lock or the whole server lets it down. Its limits are small here,
// so that nobody waits for them long.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  isDatabaseBusy,
  isDatabaseUnavailable,
  NoAnswer,
} from '../../../src/merchant/store/database-errors.ts'
import type { Db, Probed } from '../../../src/merchant/store/db.ts'
import { migrate } from '../../../src/merchant/store/migrate.ts'
import { openPostgres, type PostgresOptions } from '../../../src/merchant/store/postgres.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { type Machine, startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const unless = whyNoPostgres ? ` (skipped: ${whyNoPostgres})` : ''
const small = { lockMs: 300, statementMs: 600, answerMs: 1_000, connectMs: 1_000, heartbeatMs: 100 }

/** Who is connected besides the one who asks. */
const others = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** What a promise is rejected with. @throws when it is not */
const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It has not failed.')
    },
    (error) => error,
  )

describe.skipIf(whyNoPostgres !== null)(`the store on a Postgres in trouble${unless}`, () => {
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

  /** As many connections as these, at the same time, each answering. */
  const warmUp = (db: Db, connections: number) =>
    Promise.all(Array.from({ length: connections }, () => db.query('select pg_sleep(0.05)')))

  const lock = async (id: number) => {
    await admin.query('begin')
    await admin.query('select * from marks where id = $1 for update', [id])
  }

  test.each<[string, Machine, string]>([
    ['without an answer', 'alive', 'NoAnswer'],
    ['to a machine that does not know the connection', 'another', 'Error'],
  ])('one statement %s has all connections replaced, not its own alone', async (_, machine, name) => {
    const db = openAcross({ max: 5 })
    await warmUp(db, 5)

    network.silence(machine)
    const fault = await faultOf(db.query('select 1'))
    const after = await Promise.all(Array.from({ length: 5 }, () => db.query('select 1 as one')))

    expect([(fault as Error).name, isDatabaseUnavailable(fault)]).toEqual([name, true])
    expect(after).toEqual(Array.from({ length: 5 }, () => [{ one: 1 }]))
  })

  test('a statement on another connection that is silent for as long does not wait for its own time', async () => {
    const db = openAcross({ max: 2 })
    await warmUp(db, 2)

    network.silence('alive')
    const first = faultOf(db.query('select 1'))
    await pause(0.7 * small.answerMs)
    const second = faultOf(db.query('select 2'))
    await first
    const ownTime = pause(0.5 * small.answerMs, 'its own time')

    expect(await Promise.race([second, ownTime])).toBeInstanceOf(NoAnswer)
  })

  test('a connection that has answered meanwhile is not taken for silent', async () => {
    const db = open({ max: 2, limits: { statementMs: 60_000 } })
    const pidOf = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid
    const slow = faultOf(db.query('select pg_sleep(5)'))
    const pid = await pidOf()
    let last = pid
    let isOver = false
    void slow.then(() => {
      isOver = true
    })
    while (!isOver) last = await pidOf()

    expect(await slow).toBeInstanceOf(NoAnswer)
    expect([last, await pidOf()]).toEqual([pid, pid])
  })

  test('an answer that came while this process was busy counts', async () => {
    const db = open({ limits: { answerMs: 100 } })
    await db.query('select 1')
    const answer = db.query('select 1 as one')
    await new Promise(setImmediate)
    const until = performance.now() + 300
    while (performance.now() < until);

    expect(await answer).toEqual([{ one: 1 }])
  })

  test('a connection that only listens finds out by itself that nobody is there, and says for how long', async () => {
    const db = openAcross()
    const heard: [string | null, boolean][] = []
    await db.listen('marked', (payload, awayMs = 0) => heard.push([payload, awayMs >= small.answerMs]))

    network.silence('gone')
    await expect.poll(() => heard).toEqual([[null, true]])
    await admin.query(`select pg_notify('marked', 'again')`)

    await expect.poll(() => heard).toContainEqual(['again', false])
  })

  test('a connection on which nothing can be listened to is not left open', async () => {
    const db = open()

    await expect(db.listen('', () => undefined)).rejects.toThrow('zero-length')

    await expect.poll(async () => (await admin.query(others)).rowCount).toBe(0)
  })

  test('one connection that Postgres ends leads to the end of no other', async () => {
    const db = open({ max: 2 })
    await warmUp(db, 2)
    const pids = () =>
      admin.query(others.replace('select 1', 'select pid')).then(({ rows }) => rows.map(({ pid }) => pid))
    const [ended, ...left] = await pids()

    const fault = await faultOf(
      Promise.all(
        [1, 2].map(() =>
          db.transaction(async (tx) => {
            const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
            if (own?.pid !== ended) return
            await admin.query('select pg_terminate_backend($1, 10000)', [ended])
            await pause(20)
            await tx.query('select 1')
          }),
        ),
      ),
    )

    expect(isDatabaseUnavailable(fault)).toBe(true)
    expect(await pids()).toEqual(left)
  })

  test('a listener that fails keeps no later notification from being heard', async () => {
    const db = open()
    const heard: (string | null)[] = []
    await db.listen('marked', (payload) => {
      heard.push(payload)
      throw new Error('no')
    })
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "marked"'`
    await admin.query(`select pg_notify('marked', 'one')`)
    await expect.poll(() => heard).toEqual(['one'])
    await admin.query(cut)
    await expect.poll(() => heard).toEqual(['one', null])
    await admin.query(`select pg_notify('marked', 'two')`)

    await expect.poll(() => heard).toEqual(['one', null, 'two'])
  })

  test('a connection that is cut in the middle of a transaction fails the transaction and nothing else', async () => {
    const db = open({ max: 1 })

    const fault = await faultOf(
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        await tx.query('update marks set n = 1')
        await admin.query('select pg_terminate_backend($1, 10000)', [row?.pid])
        // The connection's own event comes before the next statement, when nobody waits for anything.
        await pause(20)
        await tx.query('update marks set n = 2')
      }),
    )

    expect(isDatabaseUnavailable(fault)).toBe(true)
    expect(await db.query('select n from marks')).toEqual([{ n: 0 }, { n: 0 }])
  })

  test.each([
    ['a statement', (db: Db) => db.query('update marks set n = 1 where id = 1')],
    ['a transaction', (db: Db) => db.transaction((tx) => tx.query('update marks set n = 1 where id = 1'))],
  ])('%s that waits for a locked row gives up, and its connection goes on being used', async (_, write) => {
    const db = open({ max: 1 })
    const pid = await db.query('select pg_backend_pid()')
    await lock(1)

    const fault = await faultOf(write(db))
    await admin.query('rollback')

    expect([(fault as { code?: string }).code, isDatabaseBusy(fault)]).toEqual(['55P03', true])
    expect(await db.query('select pg_backend_pid()')).toEqual(pid)
    await write(db)
  })

  test('a statement that takes too long is ended by Postgres, so it is not still at work when it is repeated', async () => {
    const db = open({ max: 1 })
    const pid = await db.query('select pg_backend_pid()')

    const fault = await faultOf(db.query('select pg_sleep(60)'))

    expect([(fault as { code?: string }).code, isDatabaseBusy(fault)]).toEqual(['57014', true])
    expect(await db.query('select pg_backend_pid()')).toEqual(pid)
  })

  test('a transaction of a server that froze lets its locks go', async () => {
    const db = open({ limits: { idleInTransactionMs: 100 } })

    const fault = await faultOf(
      db.transaction(async (tx) => {
        await tx.query('update marks set n = 1 where id = 1')
        await admin.query('update marks set n = 2 where id = 1')
        await tx.query('update marks set n = 3 where id = 1')
      }),
    )

    expect(isDatabaseUnavailable(fault)).toBe(true)
    expect(await db.query('select n from marks where id = 1')).toEqual([{ n: 2 }])
  })

  test('two transactions that wait for each other both succeed: the one that Postgres undoes is done again', async () => {
    const db = open({ limits: { lockMs: 20_000, statementMs: 20_000, answerMs: 30_000 } })
    let begun = 0
    let bothBegun: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      bothBegun = resolve
    })
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.query('update marks set n = n + 1 where id = $1', [first])
        if (++begun === 2) bothBegun()
        await both
        await tx.query('update marks set n = n + 1 where id = $1', [second])
      })

    await Promise.all([add(1, 2), add(2, 1)])

    expect(begun).toBeGreaterThan(2)
    expect(await db.query('select n from marks')).toEqual([{ n: 2 }, { n: 2 }])
  })

  describe('what Postgres undoes because of a collision', () => {
    const collision = Object.assign(new Error('deadlock detected'), { code: '40P01' })

    test('is done again when both were undone and meet again', async () => {
      const db = open()
      let tries = 0

      await db.transaction(async (tx) => {
        await tx.query('update marks set n = n + 1 where id = 1')
        if (++tries < 4) throw collision
      })

      expect([tries, await db.query('select n from marks where id = 1')]).toEqual([4, [{ n: 1 }]])
    })

    test('is given up after three times, and nothing of it is kept', async () => {
      const db = open()
      let tries = 0

      const fault = await faultOf(
        db.transaction(async (tx) => {
          tries++
          await tx.query('update marks set n = n + 1 where id = 1')
          throw collision
        }),
      )

      expect([tries, fault]).toEqual([4, collision])
      expect(await db.query('select n from marks where id = 1')).toEqual([{ n: 0 }])
    })

    test('is done again where it was one statement alone', async () => {
      const db = open()
      // A sequence counts on, whatever is undone.
      await admin.query('create sequence tries')
      await admin.query(`create function third_time() returns int language plpgsql as $$ begin
        if nextval('tries') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return 3; end $$`)

      expect(await db.query('select third_time()')).toEqual([{ third_time: 3 }])
    })
  })

  test('a transaction whose failed statement was overlooked does not pass for committed', async () => {
    const db = open()

    const fault = await faultOf(
      db.transaction(async (tx) => {
        await tx.query('update marks set n = 1')
        await tx.query('insert into marks values (1, 1)').catch(() => undefined)
      }),
    )

    expect((fault as Error).name).toBe('NotCommitted')
    expect(await db.query('select n from marks where id = 1')).toEqual([{ n: 0 }])
  })

  test('a connection to a Postgres that has become a standby is replaced: the address may name another by now', async () => {
    const db = open({ max: 1 })
    await db.query('set session characteristics as transaction read only')

    const fault = await faultOf(db.query('update marks set n = 1'))

    expect([(fault as { code?: string }).code, isDatabaseUnavailable(fault)]).toEqual(['25006', true])
    await db.query('update marks set n = 1')
  })

  test('a pool that is used up by waiting transactions says nothing of the database: a probe is answered', async () => {
    const db = open({ max: 2, limits: { lockMs: 20_000, statementMs: 20_000, answerMs: 30_000 } })
    await lock(1)
    const write = () => db.transaction((tx) => tx.query('update marks set n = n + 1 where id = 1'))
    const waiting = [write(), write()]
    const late = faultOf(db.query('select 1'))

    await db.isThere()
    expect(isDatabaseUnavailable(await late)).toBe(true)
    await db.isThere()
    await admin.query('commit')

    await Promise.all(waiting)
  })

  test('a migration may take longer than a statement, and wait for another server’s', async () => {
    const db = open()
    await db.transaction((tx) => tx.run('set local statement_timeout = 0; select pg_sleep(1.5)'))
    await admin.query('select pg_advisory_lock(4242001)')
    const migrated = migrate(db)
    const waited = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and now() - query_start > '1.5 s'`
    await expect.poll(async () => (await admin.query(waited)).rowCount).toBe(1)
    await admin.query('select pg_advisory_unlock(4242001)')

    expect(await migrated).not.toEqual([])
  })

  test('a store that is closed says goodbye to Postgres, and waits for no time to run out', async () => {
    const db = open({ limits: { closeMs: 3_600_000 } })
    await warmUp(db, 3)
    await db.listen('marked', () => undefined)
    await db.isThere()

    await db.close()

    await expect.poll(async () => (await admin.query(others)).rowCount).toBe(0)
  })

  test('a store over a network that is gone can be closed', async () => {
    const db = openAcross({ max: 3, limits: { closeMs: 100 } })
    await warmUp(db, 3)
    await db.listen('marked', () => undefined)
    await db.isThere()

    network.silence('alive')

    await db.close()
  })

  test('a Postgres that shuts down once all clients have left is let go, and found again', async () => {
    const db = open({ max: 2, limits: { lifetimeMs: 1_000 } })
    const heard: (string | null)[] = []
    await db.listen('marked', (payload) => heard.push(payload))
    await db.isThere()
    let isOver = false
    const keepAsking = async () => {
      while (!isOver) {
        await pause(10)
        await db.query('select 1').catch((fault) => {
          if (!isDatabaseUnavailable(fault)) throw fault
        })
      }
    }
    const asking = keepAsking()
    asking.catch(() => undefined)
    await admin.end()

    await postgres.shutDown('smart')
    await postgres.start()
    await expect.poll(() => heard).toEqual([null])
    await db.query('select 1')
    isOver = true
    await asking

    await db.isThere()
  })
})
