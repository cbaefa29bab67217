// How a transaction on Postgres saves round trips: its begin goes with an order's lock, and statements that do not need each
// other go together.
import { describe, expect, test } from 'vitest'
import { type Db, lockUntilEnd, type Transaction } from '../../../src/merchant/store/db.ts'
import { together } from '../../../src/merchant/store/together.ts'
import { whyNoPostgres } from '../../support/own-postgres.ts'
import { faultOf, unless, useFailingPostgres } from './failing-postgres.ts'
import { createGate } from './instances-world.ts'

describe.skipIf(whyNoPostgres !== null)(`a transaction on Postgres${unless}`, () => {
  const failing = useFailingPostgres()
  const { open, openAcross } = failing

  /** The round trips of a transaction, on a connection that is open already. */
  async function roundTripsOf(work: (tx: Transaction) => Promise<unknown>): Promise<number> {
    const db = openAcross({ max: 1, limits: { heartbeatMs: 60_000 } })
    await db.query('select 1')
    const before = failing.network.roundTrips
    await db.transaction(work)
    return failing.network.roundTrips - before
  }

  /** The SQLSTATE code that a failed transaction is reported with. */
  const codeOf = async (work: (tx: Transaction) => Promise<unknown>): Promise<unknown> =>
    ((await faultOf(open().transaction(work))) as { code?: string }).code

  test('sends its begin together with the lock of the order', async () => {
    expect(await roundTripsOf((tx) => lockUntilEnd(tx, 'order A-1'))).toBe(2)
  })

  test('sends statements together that do not need each other', async () => {
    const trips = await roundTripsOf(async (tx) => {
      await lockUntilEnd(tx, 'order A-1')
      await together(
        tx,
        () => tx.query('update marks set n = 1 where id = 1'),
        () => tx.query('update marks set n = 2 where id = $1', [2]),
        () => tx.query('select n from marks where id = $1', [1]),
      )
    })
    expect(trips).toBe(3)
    expect(await open().query('select n from marks order by id')).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('fails with what a part says of its statement, not with the error of the statements behind it', async () => {
    const noOrder = new Error('no such order')
    const find = async (tx: Transaction) => {
      try {
        return await tx.query('select n from marks where id = $1', ['abc'])
      } catch {
        // The answers to the statements behind it are read first.
        await new Promise(setImmediate)
        throw noOrder
      }
    }
    const found = open().transaction((tx) =>
      together(
        tx,
        () => find(tx),
        () => tx.query('select 1 as n'),
      ),
    )
    expect(await faultOf(found)).toBe(noOrder)
  })

  test('sends nothing when it runs no statement', async () => {
    expect(await roundTripsOf(async () => undefined)).toBe(0)
  })

  test.each(['order A-1', 'order O\'Brien \\ "x"; select 1 --', 'order Zoë 東京 🧾', ''])(
    'waits for a server that takes the lock of %j with a parameter, as older versions do',
    async (name) => {
      const [ours, theirs] = [open(), open()]
      const held = createGate()
      const steps: string[] = []
      const older = theirs.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))::text', [name])
        held.open()
        await waitsForLock(failing.admin)
        steps.push('theirs')
      })
      await held.opened
      const newer = ours.transaction(async (tx) => {
        await lockUntilEnd(tx, name)
        steps.push('ours')
      })
      await Promise.all([older, newer])
      expect(steps).toEqual(['theirs', 'ours'])
    },
  )

  test('can take the lock after another statement', async () => {
    const db = open()
    await db.transaction(async (tx) => {
      await tx.query('update marks set n = 1 where id = 1')
      await lockUntilEnd(tx, 'order A-1')
      expect(await locksHeld(db)).toBe(1)
    })
    expect(await locksHeld(db)).toBe(0)
  })

  test('keeps nothing when one of several statements fails, and reports the error of that one', async () => {
    const db = open()
    const fault = await faultOf(
      db.transaction((tx) =>
        together(
          tx,
          () => tx.query('update marks set n = 1 where id = 1'),
          () => tx.query('insert into marks values (1, 1)'),
          () => tx.query('update marks set n = 3 where id = 2'),
        ),
      ),
    )
    expect((fault as { code?: string }).code).toBe('23505')
    expect(await db.query('select n from marks order by id')).toEqual([{ n: 0 }, { n: 0 }])
  })

  // A shop's own function may pass the first error on more slowly than the library passes on the second.
  test('reports why it failed, also when a later statement reports first that it has failed', async () => {
    const code = await codeOf((tx) =>
      together(
        tx,
        () => tx.query('insert into marks values (1, 1)').finally(later),
        () => tx.query('update marks set n = 3 where id = 2'),
      ),
    )
    expect(code).toBe('23505')
  })

  test('reports why it failed when the error was caught inside, and another statement followed', async () => {
    const code = await codeOf(async (tx) => {
      await tx.query('insert into marks values (1, 1)').catch(() => undefined)
      await tx.query('update marks set n = 3 where id = 2')
    })
    expect(code).toBe('23505')
  })

  test('reports what failed last when the shop went back to a savepoint after an earlier error', async () => {
    const code = await codeOf(async (tx) => {
      await tx.query('savepoint before_insert')
      await tx.query('insert into marks values (1, 1)').catch(() => undefined)
      await tx.query('rollback to savepoint before_insert')
      await tx.query('select 1 / 0').catch(() => undefined)
      await tx.query('update marks set n = 3 where id = 2')
    })
    expect(code).toBe('22012')
  })

  test('is repeated after a collision that was caught inside', async () => {
    const db = open()
    let tries = 0
    await db.transaction(async (tx) => {
      if (tries++ === 0) await tx.query(collide).catch(() => undefined)
    })
    expect(tries).toBe(2)
  })

  test('is repeated after a collision, also when a later statement reports first that it has failed', async () => {
    const db = open()
    let tries = 0
    await db.transaction((tx) => {
      const isFirst = tries++ === 0
      return together(
        tx,
        () => tx.query(isFirst ? collide : 'select 1').finally(later),
        () => tx.query('update marks set n = 3 where id = 2'),
      )
    })
    expect(tries).toBe(2)
    expect(await db.query('select n from marks order by id')).toEqual([{ n: 0 }, { n: 3 }])
  })

  test('does not take a statement for unanswered while those ahead of it are at work', async () => {
    const db = open({ max: 1, limits: { answerMs: 400 } })
    const pid = await db.query('select pg_backend_pid()')
    const slow = (tx: Transaction) => () => tx.query('select pg_sleep(0.25)')
    await db.transaction((tx) => together(tx, slow(tx), slow(tx), slow(tx), slow(tx)))
    expect(await db.query('select pg_backend_pid()')).toEqual(pid)
  })

  test('gives up a connection that falls silent between two statements', async () => {
    const db = openAcross({ max: 1, limits: { answerMs: 400, statementMs: 60_000 } })
    const fault = await faultOf(
      db.transaction((tx) =>
        together(
          tx,
          () => tx.query('select 1'),
          () => tx.query('select pg_sleep(60)'),
        ),
      ),
    )
    expect((fault as Error).name).toBe('NoAnswer')
  })
})

/** Fails as a transaction does that Postgres has undone because of a deadlock. */
const collide = `do $$ begin raise exception 'collision' using errcode = '40P01'; end $$`

/** Long enough for the answer to the next statement to come. */
const later = () => new Promise((resolve) => setTimeout(resolve, 50))

/** How many orders are locked. */
const locksHeld = async (db: Db) =>
  (await db.query(`select 1 from pg_locks where locktype = 'advisory' and granted`)).length

/** Waits until a transaction waits for an advisory lock. */
const waitsForLock = (admin: { query(sql: string): Promise<{ rows: unknown[] }> }) =>
  expect
    .poll(() => admin.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
    .toHaveProperty('rows.length', 1)
