// The stores as a shop gets them: created without work, opened on first use, and clear about what is missing.
import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { pgliteStore } from '../../../src/merchant/pglite.ts'
import { postgresStore } from '../../../src/merchant/postgres.ts'
import { createLazyStore } from '../../../src/merchant/store/lazy-store.ts'
import { loadOptionalPackage, MissingPackage } from '../../../src/merchant/store/optional-package.ts'
import { openEmptyDatabase } from '../../support/empty-database.ts'

const databaseUrl = process.env.TEST_DATABASE_URL

describe('an unused store', () => {
  test('has opened nothing, and closes', async () => {
    let opened = 0
    const store = createLazyStore(async () => {
      opened++
      return openEmptyDatabase()
    })
    await store.close()
    expect(opened).toBe(0)
  })

  test('is opened once when two queries come at the same time', async () => {
    let opened = 0
    const store = createLazyStore(async () => {
      opened++
      return openEmptyDatabase()
    })
    expect(await Promise.all([store.query('select 1 as n'), store.query('select 2 as n')])).toEqual([
      [{ n: 1 }],
      [{ n: 2 }],
    ])
    expect(opened).toBe(1)
    await store.close()
  })

  test('reports a broken connection to each listener', async () => {
    const received: string[] = []
    const store = createLazyStore(async (onFault) => {
      onFault(new Error('broken'))
      return openEmptyDatabase()
    })
    store.onFault?.(({ message }) => received.push(`a ${message}`))
    store.onFault?.(({ message }) => received.push(`b ${message}`))
    await store.query('select 1')
    expect(received).toEqual(['a broken', 'b broken'])
    await store.close()
  })
})

test('a missing package is named with the command that installs it, and another error stays unchanged', async () => {
  const missing = 'package-that-nobody-has'
  await expect(loadOptionalPackage(missing, () => import(/* @vite-ignore */ missing))).rejects.toThrow(
    new MissingPackage(
      'The package package-that-nobody-has is missing. Install it: npm install package-that-nobody-has',
    ),
  )
  const fault = new Error(`Something about '${missing}'.`)
  await expect(loadOptionalPackage(missing, () => Promise.reject(fault))).rejects.toBe(fault)
})

test('the embedded store is marked as one for trying out', async () => {
  const store = pgliteStore('memory://')
  expect(store.isForTryingOut).toBe(true)
  await store.close()
})

describe.skipIf(!databaseUrl)(
  `a store on the shop’s pool${databaseUrl ? '' : ' (skipped: TEST_DATABASE_URL names none)'}`,
  () => {
    test('uses its address, user and password, and leaves its connections alone', async () => {
      const { hostname, port, username, pathname } = new URL(databaseUrl ?? '')
      const pool = new pg.Pool({
        host: hostname,
        port: Number(port),
        user: username,
        password: 'not asked for here',
        database: pathname.slice(1),
        application_name: 'the shop',
        max: 2,
      })
      const store = postgresStore({ pool })
      const [row] = await store.query<{ name: string; limited: boolean }>(
        `select current_setting('application_name') as name, current_setting('statement_timeout') <> '0' as limited`,
      )
      expect(row).toEqual({ name: 'the shop', limited: true })
      expect(pool.totalCount).toBe(0)
      await store.close()
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await pool.end()
    })

    test('delivers a process’s own notification to its listeners only once', async () => {
      const [one, two] = [1, 2].map(() => postgresStore({ connectionString: databaseUrl ?? '' }))
      if (!one || !two) throw new Error('There are two.')
      const received: (string | null)[] = []
      const stop = await one.listen('an_echo', (payload) => received.push(payload))
      await one.transaction(async (tx) => tx.notify('an_echo', 'own'))
      // Sent after it through the same queue of Postgres, so an echo would have come before.
      await one.query('select 1')
      await expect
        .poll(async () => {
          await two.transaction(async (tx) => tx.notify('an_echo', 'foreign'))
          return received
        })
        .toContain('foreign')
      await stop()
      await Promise.all([one.close(), two.close()])
      expect(received.filter((payload) => payload === 'own')).toHaveLength(1)
    })

    test('connects by the pool’s own stream, as to Cloud SQL, and dials no other address', async () => {
      const { hostname, port, username, pathname } = new URL(databaseUrl ?? '')
      let dialled = 0
      const pool = new pg.Pool({
        host: 'an-address-that-only-the-stream-knows.invalid',
        user: username,
        database: pathname.slice(1),
        stream: () => {
          dialled++
          const socket = new Socket()
          const connect = socket.connect.bind(socket)
          return Object.assign(socket, { connect: () => connect({ port: Number(port), host: hostname }) })
        },
      })
      const store = postgresStore({ pool })
      expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
      const stop = await store.listen('a_stream', () => undefined)
      expect(dialled).toBe(2)
      await stop()
      await store.close()
      await pool.end()
    })

    test('refuses one stream for all connections', () => {
      const pool = { options: { stream: new Socket() } }
      expect(() => postgresStore({ pool })).toThrow(/`stream` of the pool must be a function/)
    })

    test('waits for one of its own connections when its role may have no more, and fails when there is none', async () => {
      const admin = postgresStore({ connectionString: databaseUrl ?? '' })
      const role = `two_${randomUUID().slice(0, 8)}`
      await admin.transaction((tx) => tx.run(`create role ${role} login connection limit 2`))
      const url = new URL(databaseUrl ?? '')
      url.username = role
      // Several times, since a refusal may come before the first connection is open.
      for (let round = 0; round < 10; round++) {
        const store = postgresStore({ connectionString: url.href, max: 10 })
        const burst = Array.from({ length: 12 }, (_, n) =>
          store.query<{ n: number }>(`select ${n} as n, pg_sleep(0.002)::text`),
        )
        expect((await Promise.all(burst)).flat().map(({ n }) => n)).toEqual(burst.map((_, n) => n))
        await store.close()
        // Postgres counts a connection until its process has ended.
        const left = `select 1 as one from pg_stat_activity where usename = '${role}'`
        await expect.poll(() => admin.query(left)).toEqual([])
      }

      await admin.transaction((tx) => tx.run(`alter role ${role} connection limit 0`))
      const none = postgresStore({ connectionString: url.href })
      const startedAt = performance.now()
      await expect(none.query('select 1')).rejects.toMatchObject({ code: '53300' })
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      await none.close()
      await admin.transaction((tx) => tx.run(`drop role ${role}`))
      await admin.close()
    })

    test('takes no more connections than the pool allows', async () => {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, application_name: 'shop of two' })
      const store = postgresStore({ pool })
      const count = `select count(*)::int as n, pg_sleep(0.2) from pg_stat_activity where application_name = 'shop of two'`
      const counts = await Promise.all(Array.from({ length: 5 }, () => store.query<{ n: number }>(count)))
      expect(Math.max(...counts.flat().map(({ n }) => n))).toBe(2)
      await store.close()
      await pool.end()
    })
  },
)
