// What the store on Postgres does when a connection or the whole server lets it down.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isDatabaseAway, NoAnswer } from '../../../src/merchant/store/database-away.ts'
import { whyNoPostgres } from '../../support/own-postgres.ts'
import type { Machine } from '../../support/tcp-proxy.ts'
import { faultOf, others, small, unless, usePostgresInTrouble } from './postgres-in-trouble.ts'

describe.skipIf(whyNoPostgres !== null)(`the store on a Postgres in trouble${unless}`, () => {
  const trouble = usePostgresInTrouble()
  const { open, openAcross, warmUp, lock } = trouble

  test.each<[string, Machine, string]>([
    ['without an answer', 'alive', 'NoAnswer'],
    ['to a machine that does not know the connection', 'another', 'Error'],
  ])('one statement %s has all connections replaced, not its own alone', async (_, machine, name) => {
    const db = openAcross({ max: 5 })
    await warmUp(db, 5)

    trouble.network.silence(machine)
    const fault = await faultOf(db.query('select 1'))
    const after = await Promise.all(Array.from({ length: 5 }, () => db.query('select 1 as one')))

    expect([(fault as Error).name, isDatabaseAway(fault)]).toEqual([name, true])
    expect(after).toEqual(Array.from({ length: 5 }, () => [{ one: 1 }]))
  })

  test('a statement on another connection that is silent for as long does not wait for its own time', async () => {
    const db = openAcross({ max: 2 })
    await warmUp(db, 2)

    trouble.network.silence('alive')
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

    trouble.network.silence('gone')
    await expect.poll(() => heard).toEqual([[null, true]])
    await trouble.admin.query(`select pg_notify('marked', 'again')`)

    await expect.poll(() => heard).toContainEqual(['again', false])
  })

  test('a connection on which nothing can be listened to is not left open', async () => {
    const db = open()

    await expect(db.listen('', () => undefined)).rejects.toThrow('zero-length')

    await expect.poll(async () => (await trouble.admin.query(others)).rowCount).toBe(0)
  })

  test('one connection that Postgres ends leads to the end of no other', async () => {
    const db = open({ max: 2 })
    await warmUp(db, 2)
    const pids = () =>
      trouble.admin
        .query(others.replace('select 1', 'select pid'))
        .then(({ rows }) => rows.map(({ pid }) => pid))
    const [ended, ...left] = await pids()

    const fault = await faultOf(
      Promise.all(
        [1, 2].map(() =>
          db.transaction(async (tx) => {
            const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
            if (own?.pid !== ended) return
            await trouble.admin.query('select pg_terminate_backend($1, 10000)', [ended])
            await pause(20)
            await tx.query('select 1')
          }),
        ),
      ),
    )

    expect(isDatabaseAway(fault)).toBe(true)
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
    await trouble.admin.query(`select pg_notify('marked', 'one')`)
    await expect.poll(() => heard).toEqual(['one'])
    await trouble.admin.query(cut)
    await expect.poll(() => heard).toEqual(['one', null])
    await trouble.admin.query(`select pg_notify('marked', 'two')`)

    await expect.poll(() => heard).toEqual(['one', null, 'two'])
  })

  test('a connection to a Postgres that has become a standby is replaced: the address may name another by now', async () => {
    const db = open({ max: 1 })
    await db.query('set session characteristics as transaction read only')

    const fault = await faultOf(db.query('update marks set n = 1'))

    expect([(fault as { code?: string }).code, isDatabaseAway(fault)]).toEqual(['25006', true])
    await db.query('update marks set n = 1')
  })

  test('a pool that is used up by waiting transactions says nothing of the database: a probe is answered', async () => {
    const db = open({ max: 2, limits: { lockMs: 20_000, statementMs: 20_000, answerMs: 30_000 } })
    await lock(1)
    const write = () => db.transaction((tx) => tx.query('update marks set n = n + 1 where id = 1'))
    const waiting = [write(), write()]
    const late = faultOf(db.query('select 1'))

    await db.isThere()
    expect(isDatabaseAway(await late)).toBe(true)
    await db.isThere()
    await trouble.admin.query('commit')

    await Promise.all(waiting)
  })

  test('a store that is closed says goodbye to Postgres, and waits for no time to run out', async () => {
    const db = open({ limits: { closeMs: 3_600_000 } })
    await warmUp(db, 3)
    await db.listen('marked', () => undefined)
    await db.isThere()

    await db.close()

    await expect.poll(async () => (await trouble.admin.query(others)).rowCount).toBe(0)
  })

  test('a store over a network that is gone can be closed', async () => {
    const db = openAcross({ max: 3, limits: { closeMs: 100 } })
    await warmUp(db, 3)
    await db.listen('marked', () => undefined)
    await db.isThere()

    trouble.network.silence('alive')

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
          if (!isDatabaseAway(fault)) throw fault
        })
      }
    }
    const asking = keepAsking()
    asking.catch(() => undefined)
    await trouble.admin.end()

    await trouble.postgres.shutDown('smart')
    await trouble.postgres.start()
    await expect.poll(() => heard).toEqual([null])
    await db.query('select 1')
    isOver = true
    await asking

    await db.isThere()
  })
})
