// `payin-checkout/merchant/store-contract`: what this library needs of a store, as checks that any test can run against
// any store. It needs a database that may be changed: each check creates a schema and drops it; the library's tables
// stay.
import assert from 'node:assert/strict'
import { isDatabaseBusy } from './store/database-errors.ts'
import { queryOne, type Store } from './store/db.ts'
import { migrate } from './store/migrate.ts'

export interface StoreFact {
  /** A title for a test, in the present tense. */
  readonly title: string
  /** Resolves when the store passes. Takes up to five seconds. @throws {AssertionError} when it does not */
  readonly holds: (store: Store<unknown>) => Promise<void>
  /** Whether it needs a second connection while one is in a transaction. An embedded database has only one. */
  readonly needsTwoConnections: boolean
}

const schema = 'payin_checkout_contract'
const marks = `${schema}.marks`

/** Runs work with a test table. */
async function withMarks(store: Store<unknown>, work: () => Promise<void>): Promise<void> {
  await store.transaction((tx) =>
    tx.run(`drop schema if exists ${schema} cascade; create schema ${schema};
      create table ${marks} (id int primary key, at timestamptz, n int, word text, is_good boolean)`),
  )
  try {
    await work()
  } finally {
    await store.transaction((tx) => tx.run(`drop schema ${schema} cascade`))
  }
}

const fact = (
  title: string,
  holds: (store: Store<unknown>) => Promise<void>,
  needsTwoConnections = false,
): StoreFact => ({
  title,
  holds: (store) => withMarks(store, () => holds(store)),
  needsTwoConnections,
})

/** A fact about transactions that run at the same time. */
const factOfTwo = (title: string, holds: (store: Store<unknown>) => Promise<void>): StoreFact =>
  fact(title, holds, true)

const countMarks = async (store: Store<unknown>): Promise<number> =>
  (await queryOne<{ n: number }>(store, `select count(*)::int as n from ${marks}`, [])).n

/** A promise that a check resolves. */
function createSignal() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** What every store must do. */
export const storeContract: readonly StoreFact[] = [
  {
    title: 'creates the tables of the library once',
    async holds(store) {
      await migrate(store)
      assert.deepEqual(await migrate(store), [])
    },
    needsTwoConnections: false,
  },

  fact('stores texts, numbers, booleans, times, nulls and lists unchanged', async (store) => {
    const at = new Date('2026-11-20T12:00:00.123Z')
    await store.query(`insert into ${marks} values ($1, $2, $3, $4, $5)`, [
      1,
      at,
      null,
      "it's; $1 -- ?",
      true,
    ])
    const [row] = await store.query<{ id: number; at: unknown; n: null; word: string; is_good: boolean }>(
      `select * from ${marks} where id = any($1::int[]) and word = $2 and (is_good = $3 or $3) and at = $4`,
      [[1, 2], "it's; $1 -- ?", true, at],
    )
    assert.ok(row, 'The row is not found by the values that were written.')
    const { at: time, ...others } = row
    assert.deepEqual(others, { id: 1, n: null, word: "it's; $1 -- ?", is_good: true })
    // A Date or a text: this library reads both.
    assert.equal(new Date(String(time instanceof Date ? time.toISOString() : time)).getTime(), at.getTime())
  }),

  fact('accepts one parameter in two places', async (store) => {
    await store.query(`insert into ${marks} (id, n) values ($1, $1)`, [7])
    assert.deepEqual(await store.query(`select id, n from ${marks} where id = $1 and n = $1`, [7]), [
      { id: 7, n: 7 },
    ])
  }),

  fact('keeps nulls in lists, and in rows that are made of lists', async (store) => {
    const rows = await store.query<{ word: string | null; id: string | null }>(
      'select word, id::text from unnest($1::text[], $2::uuid[]) as list (word, id)',
      [
        ['a, "b" {c}', null, ''],
        [null, '00000000-0000-4000-8000-000000000001', null],
      ],
    )
    assert.deepEqual(rows, [
      { word: 'a, "b" {c}', id: null },
      { word: null, id: '00000000-0000-4000-8000-000000000001' },
      { word: '', id: null },
    ])
  }),
  fact('returns the rows of a "returning" clause', async (store) => {
    assert.deepEqual(await store.query(`insert into ${marks} (id) values (1), (2) returning id`), [
      { id: 1 },
      { id: 2 },
    ])
    assert.deepEqual(await store.query(`update ${marks} set n = 1 where id = 3 returning id`), [])
  }),

  factOfTwo('commits a transaction as a whole', async (store) => {
    const result = await store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      await tx.query(`insert into ${marks} (id) values (2)`)
      assert.equal(await countMarks(store), 0, 'Uncommitted rows are visible outside of the transaction.')
      return 'done'
    })
    assert.equal(result, 'done')
    assert.equal(await countMarks(store), 2)
  }),

  fact('rolls back a transaction whose work fails, and rejects with its error', async (store) => {
    const failed = store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      throw new RangeError('no')
    })
    await assert.rejects(failed, RangeError)
    assert.equal(await countMarks(store), 0)
  }),

  fact('rejects a transaction in which a statement failed and its error was caught', async (store) => {
    const failed = store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      await tx.query('select 1/0').catch(() => undefined)
      // The object that the shop's functions get.
      return tx.own
    })
    await assert.rejects(failed, 'The transaction resolved as committed, but nothing is stored.')
    assert.equal(await countMarks(store), 0)
  }),

  factOfTwo('keeps concurrent transactions separate', async (store) => {
    const first = createSignal()
    const last = createSignal()
    const one = store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      first.open()
      await last.opened
      throw new RangeError('no')
    })
    one.catch(last.open)
    await first.opened
    await store.transaction((tx) => tx.query(`insert into ${marks} (id) values (2)`))
    last.open()
    await assert.rejects(one, RangeError)
    assert.deepEqual(await store.query(`select id from ${marks}`), [{ id: 2 }])
  }),

  fact(
    'runs transactions with the same lock one after the other, and each sees the changes of the one before',
    async (store) => {
      await store.query(`insert into ${marks} (id, n) values (1, 0)`)
      const add = () =>
        store.transaction(async (tx) => {
          await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))::text`, [schema])
          const { n } = await queryOne<{ n: number }>(tx, `select n from ${marks} where id = $1`, [1])
          await tx.query(`update ${marks} set n = $1 where id = 1`, [n + 1])
        })
      await Promise.all(Array.from({ length: 8 }, add))
      assert.deepEqual(await store.query(`select n from ${marks}`), [{ n: 8 }])
    },
  ),

  factOfTwo('repeats a transaction that Postgres rolled back because of a collision', async (store) => {
    await store.query(`insert into ${marks} (id, n) values (1, 0), (2, 0)`)
    const gates = [createSignal(), createSignal()] as const
    const cross = (from: 0 | 1) => async () =>
      store.transaction(async (tx) => {
        await tx.query(`update ${marks} set n = n + 1 where id = $1`, [from + 1])
        gates[from].open()
        await gates[1 - from]?.opened
        await tx.query(`update ${marks} set n = n + 1 where id = $1`, [2 - from])
      })
    await Promise.all([cross(0)(), cross(1)()])
    assert.deepEqual(await store.query(`select n from ${marks}`), [{ n: 2 }, { n: 2 }])
  }),

  factOfTwo(
    'rejects a statement that waits for a lock within five seconds, with an error that says so',
    async (store) => {
      await store.query(`insert into ${marks} (id) values (1)`)
      const held = createSignal()
      const over = createSignal()
      const holder = store.transaction(async (tx) => {
        await tx.query(`select id from ${marks} for update`)
        held.open()
        await over.opened
      })
      await held.opened
      const waiting = store.query(`update ${marks} set n = 1 where id = 1`)
      const error = await waiting.then(
        () => null,
        (reason: unknown) => reason,
      )
      over.open()
      await holder
      assert.ok(error, 'The statement waited until the lock was free.')
      assert.ok(isDatabaseBusy(error), `The error does not say that a lock was the reason: ${String(error)}`)
    },
  ),

  fact('notifies listeners of a commit, and not of a rollback or after they have stopped', async (store) => {
    const received: string[] = []
    // `null`: notifications may have been lost, for example before the first connection.
    const stop = await store.listen(`${schema}_a`, (payload) => {
      if (payload !== null) received.push(payload)
    })
    await store.transaction(async (tx) => {
      tx.notify(`${schema}_a`, 'kept')
      assert.deepEqual(received, [], 'The listener was called before the commit.')
    })
    assert.ok(received.includes('kept'), 'The listener in the same process was not called.')
    const undone = store.transaction(async (tx) => {
      tx.notify(`${schema}_a`, 'undone')
      throw new RangeError('no')
    })
    await assert.rejects(undone, RangeError)
    await stop()
    await store.transaction(async (tx) => tx.notify(`${schema}_a`, 'later'))
    assert.deepEqual([...new Set(received)], ['kept'])
  }),

  fact('reports that the database answers', async (store) => void (await store.isThere())),
]
