// What every store must do, run on each of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db, Store } from '../../../src/merchant/store/db.ts'
import { migrate } from '../../../src/merchant/store/migrate.ts'
import { storeContract } from '../../../src/merchant/store-contract.ts'

export interface StoreUnderTest {
  open(): Promise<Db>
  /** Another connection to the same data, as another instance has. Missing where there can be only one. */
  openAnother?(): Promise<Db>
  drop(): Promise<void>
}

export function describeStore(name: string, store: StoreUnderTest): void {
  describe(name, () => {
    let db: Db
    beforeAll(async () => {
      db = await store.open()
      await migrate(db)
      await db.query('create table if not exists marks (id int primary key, at timestamptz, n int)')
    }, 60_000)
    beforeEach(() => db.query('truncate marks'))
    afterAll(async () => {
      await db.close()
      await db.close()
      await store.drop()
    })

    test('returns times, whole numbers and nulls in the same types', async () => {
      const at = new Date('2026-11-20T12:00:00.123Z')
      await db.query('insert into marks values ($1, $2, null)', [1, at])
      expect(await db.query('select * from marks')).toEqual([{ id: 1, at, n: null }])
      expect(
        await db.query('select count(*)::int as n from marks where id = any($1::int[])', [[1, 2]]),
      ).toEqual([{ n: 1 }])
    })

    for (const { title, holds, needsTwoConnections } of storeContract)
      if (!needsTwoConnections) test(title, () => holds(db as unknown as Store<unknown>), 15_000)

    test('lets transactions on one row take turns', async () => {
      await db.query('insert into marks (id, n) values (1, 0)')
      const add = () =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<{ n: number }>('select n from marks where id = 1 for update')
          await tx.query('update marks set n = $1 where id = 1', [(row?.n ?? 0) + 1])
        })
      await Promise.all(Array.from({ length: 8 }, add))
      expect(await db.query('select n from marks')).toEqual([{ n: 8 }])
    })

    test('notifies of a committed change, not of one that was rolled back, and not after the listener stopped', async () => {
      const received: (string | null)[] = []
      const stop = await db.listen('marked', (payload) => received.push(payload))
      await db.transaction(async (tx) => tx.notify('marked', 'kept'))
      await db
        .transaction(async (tx) => {
          tx.notify('marked', 'lost')
          throw new Error('no')
        })
        .catch(() => undefined)
      // At once. On Postgres the notification also comes back from the server.
      expect(new Set(received)).toEqual(new Set(['kept']))
      await stop()
      const after: (string | null)[] = []
      const stopFence = await db.listen('fence', (payload) => after.push(payload))
      await db.transaction(async (tx) => tx.notify('marked', 'later'))
      await db.transaction(async (tx) => tx.notify('fence', 'passed'))
      // Notifications keep their order: when the second one has arrived, the first one would have, too.
      await expect.poll(() => after).toContain('passed')
      expect(new Set(received)).toEqual(new Set(['kept']))
      await stopFence()
    })

    const { openAnother } = store
    if (!openAnother) return

    test('notifies other instances too, and they migrate together without colliding', async () => {
      // A channel of its own, as below: the notifications of earlier tests leave this process a moment after their commit.
      const another = await openAnother()
      const received: (string | null)[] = []
      await another.listen('elsewhere', (payload) => received.push(payload))
      await Promise.all([migrate(db), migrate(another), migrate(db)])
      await db.query(`select pg_notify('elsewhere', 'over there')`)
      await expect.poll(() => received).toEqual(['over there'])
      await another.close()
    })

    test('listens again after its connection was cut, and reports that something may have been missed', async () => {
      const another = await openAnother()
      const received: (string | null)[] = []
      await another.listen('cut', (payload) => received.push(payload))
      await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "cut"'`)
      await expect.poll(() => received).toEqual([null])
      await db.query(`select pg_notify('cut', 'again')`)
      await expect.poll(() => received).toEqual([null, 'again'])
      await another.close()
    })
  })
}
