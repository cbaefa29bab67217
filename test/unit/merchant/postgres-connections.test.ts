// What the store on Postgres does when a connection or the whole server fails.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable, NoAnswer } from '../../../src/merchant/store/database-errors.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { whyNoPostgres } from '../../support/own-postgres.ts'
import type { Machine } from '../../support/tcp-proxy.ts'
import { faultOf, others, small, unless, useFailingPostgres } from './failing-postgres.ts'

describe.skipIf(whyNoPostgres !== null)(`the store on a failing Postgres${unless}`, () => {
  const failing = useFailingPostgres()
  const { open, openAcross, warmUp, lock } = failing

  test.each<[string, Machine, string]>([
    ['without an answer', 'alive', 'NoAnswer'],
    ['to a machine that does not know the connection', 'another', 'Error'],
  ])('one statement %s makes the store replace all connections', async (_, machine, name) => {
    const db = openAcross({ max: 5 })
    await warmUp(db, 5)

    failing.network.silence(machine)
    const fault = await faultOf(db.query('select 1'))
    const after = await Promise.all(Array.from({ length: 5 }, () => db.query('select 1 as one')))

    expect([(fault as Error).name, isDatabaseUnavailable(fault)]).toEqual([name, true])
    expect(after).toEqual(Array.from({ length: 5 }, () => [{ one: 1 }]))
  })

  test('a statement on another silent connection fails with the first one, before its own timeout', async () => {
    const db = openAcross({ max: 2 })
    await warmUp(db, 2)

    failing.network.silence('alive')
    const first = faultOf(db.query('select 1'))
    await pause(0.7 * small.answerMs)
    const second = faultOf(db.query('select 2'))
    await first
    const ownTime = pause(0.5 * small.answerMs, 'its own time')

    expect(await Promise.race([second, ownTime])).toBeInstanceOf(NoAnswer)
  })

  test('a connection that answered in the meantime is not replaced', async () => {
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

  test('an answer that arrived while this process was busy counts', async () => {
    const db = open({ limits: { answerMs: 100 } })
    await db.query('select 1')
    const answer = db.query('select 1 as one')
    await new Promise(setImmediate)
    const until = performance.now() + 300
    while (performance.now() < until);

    expect(await answer).toEqual([{ one: 1 }])
  })

  test('a connection that only listens notices a dead network by itself, and reports for how long it was away', async () => {
    const db = openAcross()
    const received: [string | null, boolean][] = []
    await db.listen('marked', (payload, awayMs = 0) => received.push([payload, awayMs >= small.answerMs]))

    failing.network.silence('gone')
    await expect.poll(() => received).toEqual([[null, true]])
    await failing.admin.query(`select pg_notify('marked', 'again')`)

    await expect.poll(() => received).toContainEqual(['again', false])
  })

  test('a connection on which LISTEN fails is closed', async () => {
    const db = open()

    await expect(db.listen('', () => undefined)).rejects.toThrow('zero-length')

    await expect.poll(async () => (await failing.admin.query(others)).rowCount).toBe(0)
  })

  test('a connection that Postgres ends leads to the end of no other', async () => {
    const db = open({ max: 2 })
    await warmUp(db, 2)
    const pids = () =>
      failing.admin
        .query(others.replace('select 1', 'select pid'))
        .then(({ rows }) => rows.map(({ pid }) => pid))
    const [ended, ...left] = await pids()

    const fault = await faultOf(
      Promise.all(
        [1, 2].map(() =>
          db.transaction(async (tx) => {
            const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
            if (own?.pid !== ended) return
            await failing.admin.query('select pg_terminate_backend($1, 10000)', [ended])
            await pause(20)
            await tx.query('select 1')
          }),
        ),
      ),
    )

    expect(isDatabaseUnavailable(fault)).toBe(true)
    expect(await pids()).toEqual(left)
  })

  test('an idle connection that Postgres ends by its own time limit is no fault', async () => {
    const faults: Error[] = []
    const url = `${failing.postgres.url}?options=-c%20idle_session_timeout%3D20`
    const db = openPostgres(url, (fault) => faults.push(fault), { limits: small })
    try {
      await warmUp(db, 3)
      await expect.poll(async () => (await failing.admin.query(others)).rowCount).toBe(0)
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
      expect(faults).toEqual([])
    } finally {
      await db.close()
    }
  })

  test('a listener that throws does not stop later notifications', async () => {
    const db = open()
    const received: (string | null)[] = []
    await db.listen('marked', (payload) => {
      received.push(payload)
      throw new Error('no')
    })
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "marked"'`
    await failing.admin.query(`select pg_notify('marked', 'one')`)
    await expect.poll(() => received).toEqual(['one'])
    await failing.admin.query(cut)
    await expect.poll(() => received).toEqual(['one', null])
    await failing.admin.query(`select pg_notify('marked', 'two')`)

    await expect.poll(() => received).toEqual(['one', null, 'two'])
  })

  test('a connection to a Postgres that became a standby is replaced, because its address may lead elsewhere by now', async () => {
    const db = open({ max: 1 })
    await db.query('set session characteristics as transaction read only')

    const fault = await faultOf(db.query('update marks set n = 1'))

    expect([(fault as { code?: string }).code, isDatabaseUnavailable(fault)]).toEqual(['25006', true])
    await db.query('update marks set n = 1')
  })

  test('a pool that is used up by waiting transactions does not count as a dead database', async () => {
    const db = open({ max: 2, limits: { lockMs: 20_000, statementMs: 20_000, answerMs: 30_000 } })
    await lock(1)
    const write = () => db.transaction((tx) => tx.query('update marks set n = n + 1 where id = 1'))
    const waiting = [write(), write()]
    const late = faultOf(db.query('select 1'))

    await db.isThere()
    expect(isDatabaseUnavailable(await late)).toBe(true)
    await db.isThere()
    await failing.admin.query('commit')

    await Promise.all(waiting)
  })

  test('closing the store ends its connections at once, without waiting for a timeout', async () => {
    const db = open({ limits: { closeMs: 3_600_000 } })
    await warmUp(db, 3)
    await db.listen('marked', () => undefined)
    await db.isThere()

    await db.close()

    await expect.poll(async () => (await failing.admin.query(others)).rowCount).toBe(0)
  })

  test('a store whose network is gone can be closed', async () => {
    const db = openAcross({ max: 3, limits: { closeMs: 100 } })
    await warmUp(db, 3)
    await db.listen('marked', () => undefined)
    await db.isThere()

    failing.network.silence('alive')

    await db.close()
  })

  test('a Postgres that shuts down after its clients have left is released, and found again', async () => {
    const db = open({ max: 2, limits: { lifetimeMs: 1_000 } })
    const received: (string | null)[] = []
    await db.listen('marked', (payload) => received.push(payload))
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
    await failing.admin.end()

    await failing.postgres.shutDown('smart')
    await failing.postgres.start()
    await expect.poll(() => received).toEqual([null])
    await db.query('select 1')
    isOver = true
    await asking

    await db.isThere()
  })
})
