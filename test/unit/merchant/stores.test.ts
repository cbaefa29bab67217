// The stores as a shop gets them: made without work, opened when they are asked, and plain about what is missing.
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { pgliteStore } from '../../../src/merchant/pglite.ts'
import { postgresStore } from '../../../src/merchant/postgres.ts'
import { createLazyStore } from '../../../src/merchant/store/lazy-store.ts'
import { loadOptionalPackage, MissingPackage } from '../../../src/merchant/store/optional-package.ts'
import { openEmptyDatabase } from '../../support/empty-database.ts'

const databaseUrl = process.env.TEST_DATABASE_URL

describe('a store that nobody has asked', () => {
  test('has opened nothing, and closes', async () => {
    let opened = 0
    const store = createLazyStore(async () => {
      opened++
      return openEmptyDatabase()
    })
    await store.close()
    expect(opened).toBe(0)
  })

  test('is opened once, by two who ask at the same time', async () => {
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

  test('tells each who listens of a broken connection', async () => {
    const heard: string[] = []
    const store = createLazyStore(async (onFault) => {
      onFault(new Error('broken'))
      return openEmptyDatabase()
    })
    store.onFault?.(({ message }) => heard.push(`a ${message}`))
    store.onFault?.(({ message }) => heard.push(`b ${message}`))
    await store.query('select 1')
    expect(heard).toEqual(['a broken', 'b broken'])
    await store.close()
  })
})

test('a package that is missing is named with the command that installs it; another fault stays what it is', async () => {
  const missing = 'package-that-nobody-has'
  await expect(loadOptionalPackage(missing, () => import(/* @vite-ignore */ missing))).rejects.toThrow(
    new MissingPackage(
      'The package package-that-nobody-has is missing. Install it: npm install package-that-nobody-has',
    ),
  )
  const fault = new Error(`Something about '${missing}'.`)
  await expect(loadOptionalPackage(missing, () => Promise.reject(fault))).rejects.toBe(fault)
})

test('the embedded store says that it is for trying out', async () => {
  const store = pgliteStore('memory://')
  expect(store.isForTryingOut).toBe(true)
  await store.close()
})

test('a Postgres without an address or a pool is refused at once', () => {
  expect(() => postgresStore({})).toThrow(/postgresStore needs \{ connectionString \} or \{ pool \}/)
})

describe.skipIf(!databaseUrl)(
  `of a pool${databaseUrl ? '' : ' (skipped: TEST_DATABASE_URL names none)'}`,
  () => {
    test('address, user and password are used, and its own connections are left alone', async () => {
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

    test('what a process has told its own listeners comes back to them no second time', async () => {
      const [one, two] = [1, 2].map(() => postgresStore({ connectionString: databaseUrl ?? '' }))
      if (!one || !two) throw new Error('There are two.')
      const heard: (string | null)[] = []
      const stop = await one.listen('an_echo', (payload) => heard.push(payload))
      await one.transaction(async (tx) => tx.notify('an_echo', 'own'))
      // Sent after it, over the same queue of Postgres: what comes back would have come before.
      await one.query('select 1')
      await expect
        .poll(async () => {
          await two.transaction(async (tx) => tx.notify('an_echo', 'foreign'))
          return heard
        })
        .toContain('foreign')
      await stop()
      await Promise.all([one.close(), two.close()])
      expect(heard.filter((payload) => payload === 'own')).toHaveLength(1)
    })

    test('no more connections are taken than it may have', async () => {
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
