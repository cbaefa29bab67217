// What happens to a statement or a transaction on Postgres that waits for a lock, takes too long, collides or is cut off.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isDatabaseBusy, isDatabaseUnavailable } from '../../../src/merchant/store/database-errors.ts'
import { type Db, lockUntilEnd, type Queries } from '../../../src/merchant/store/db.ts'
import { migrate } from '../../../src/merchant/store/migrate.ts'
import { whyNoPostgres } from '../../support/own-postgres.ts'
import { faultOf, unless, useFailingPostgres } from './failing-postgres.ts'

describe.skipIf(whyNoPostgres !== null)(`the store on a failing Postgres${unless}`, () => {
  const failing = useFailingPostgres()
  const { open, lock } = failing

  test('a connection that is cut in a transaction fails only that transaction', async () => {
    const db = open({ max: 1 })

    const fault = await faultOf(
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        await tx.query('update marks set n = 1')
        await failing.admin.query('select pg_terminate_backend($1, 10000)', [row?.pid])
        // The connection's error event comes before the next statement, when nothing is waiting.
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
  ])('%s that waits for a locked row gives up, and its connection stays in use', async (_, write) => {
    const db = open({ max: 1 })
    const pid = await db.query('select pg_backend_pid()')
    await lock(1)

    const fault = await faultOf(write(db))
    await failing.admin.query('rollback')

    expect([(fault as { code?: string }).code, isDatabaseBusy(fault)]).toEqual(['55P03', true])
    expect(await db.query('select pg_backend_pid()')).toEqual(pid)
    await write(db)
  })

  test('a statement that takes too long is ended by Postgres, so it does not still run when it is repeated', async () => {
    const db = open({ max: 1 })
    const pid = await db.query('select pg_backend_pid()')

    const fault = await faultOf(db.query('select pg_sleep(60)'))

    expect([(fault as { code?: string }).code, isDatabaseBusy(fault)]).toEqual(['57014', true])
    expect(await db.query('select pg_backend_pid()')).toEqual(pid)
  })

  test('a statement that comes after the end of its transaction is not executed, in no transaction', async () => {
    const db = open({ max: 1 })
    const late: (() => Promise<unknown>)[] = []
    await db.transaction(async (tx) => {
      late.push(() => tx.query('update marks set n = 1'))
      // The first statement of its transaction, so the begin would be sent with it.
      late.push(() => lockUntilEnd(tx, 'order A-1'))
    })
    await faultOf(
      db.transaction(async ({ own }) => {
        late.push(() => (own as Queries).query('update marks set n = 1'))
        throw new Error('no')
      }),
    )

    await db.transaction(async (tx) => {
      for (const query of late) expect(String(await faultOf(query()))).toMatch(/transaction has ended/)
      expect(await tx.query('select n from marks')).toEqual([{ n: 0 }, { n: 0 }])
      const locks = `select 1 from pg_locks where locktype = 'advisory'`
      expect(await tx.query(locks)).toEqual([])
    })
  })

  test('a transaction of a frozen server releases its locks', async () => {
    const db = open({ limits: { idleInTransactionMs: 100 } })

    const fault = await faultOf(
      db.transaction(async (tx) => {
        await tx.query('update marks set n = 1 where id = 1')
        await failing.admin.query('update marks set n = 2 where id = 1')
        await tx.query('update marks set n = 3 where id = 1')
      }),
    )

    expect(isDatabaseUnavailable(fault)).toBe(true)
    expect(await db.query('select n from marks where id = 1')).toEqual([{ n: 2 }])
  })

  test('two transactions that wait for each other both succeed, because the one that Postgres undoes is repeated', async () => {
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

  describe('a transaction that Postgres undoes because of a collision', () => {
    const collision = Object.assign(new Error('deadlock detected'), { code: '40P01' })

    test('is repeated when it collides again', async () => {
      const db = open()
      let tries = 0

      await db.transaction(async (tx) => {
        await tx.query('update marks set n = n + 1 where id = 1')
        if (++tries < 4) throw collision
      })

      expect([tries, await db.query('select n from marks where id = 1')]).toEqual([4, [{ n: 1 }]])
    })

    test('is given up after three retries, and nothing of it is kept', async () => {
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

    test('is repeated when it was a single statement', async () => {
      const db = open()
      // A sequence keeps counting, even if the statement is undone.
      await failing.admin.query('create sequence tries')
      await failing.admin.query(`create function third_time() returns int language plpgsql as $$ begin
        if nextval('tries') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return 3; end $$`)

      expect(await db.query('select third_time()')).toEqual([{ third_time: 3 }])
    })
  })

  test('a transaction with an ignored failed statement does not count as committed', async () => {
    const db = open()

    const fault = await faultOf(
      db.transaction(async (tx) => {
        await tx.query('update marks set n = 1')
        await tx.query('insert into marks values (1, 1)').catch(() => undefined)
      }),
    )

    expect(fault).toMatchObject({ name: 'NotCommitted', cause: { code: '23505' } })
    expect(await db.query('select n from marks where id = 1')).toEqual([{ n: 0 }])
  })

  test('a migration may take longer than a statement, and may wait for another server’s', async () => {
    const db = open()
    await db.transaction((tx) => tx.run('set local statement_timeout = 0; select pg_sleep(1.5)'))
    await failing.admin.query('select pg_advisory_lock(4242001)')
    const migrated = migrate(db)
    const waited = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and now() - query_start > '1.5 s'`
    await expect.poll(async () => (await failing.admin.query(waited)).rowCount).toBe(1)
    await failing.admin.query('select pg_advisory_unlock(4242001)')

    expect(await migrated).not.toEqual([])
  })
})
