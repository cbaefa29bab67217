// `payin-checkout/merchant/store-contract`: what this library relies on in a store, as facts that a test can hold anybody's
// store to. On a database that may be written to: each fact makes a schema of its own and drops it; the tables of the library stay.
import assert from 'node:assert/strict'
import { isDatabaseBusy } from './store/database-errors.ts'
import { queryOne, type Store } from './store/db.ts'
import { migrate } from './store/migrate.ts'

export interface StoreFact {
  /** In the present tense, for the title of a test. */
  readonly title: string
  /** Resolves when the store keeps this promise. It takes up to five seconds. @throws {AssertionError} */
  readonly holds: (store: Store<unknown>) => Promise<void>
}

const schema = 'payin_checkout_contract'
const marks = `${schema}.marks`

/** Gives the work a table. */
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

const fact = (title: string, holds: (store: Store<unknown>) => Promise<void>): StoreFact => ({
  title,
  holds: (store) => withMarks(store, () => holds(store)),
})

const countMarks = async (store: Store<unknown>): Promise<number> =>
  (await queryOne<{ n: number }>(store, `select count(*)::int as n from ${marks}`, [])).n

/** A gate that a test opens. */
function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** What every store promises. */
export const storeContract: readonly StoreFact[] = [
  {
    title: 'the tables of the library are made, once',
    async holds(store) {
      await migrate(store)
      assert.deepEqual(await migrate(store), [])
    },
  },

  fact('texts, numbers, booleans, times, nulls and lists arrive as they were sent', async (store) => {
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
    assert.ok(row, 'The row is not found by what it was written with.')
    const { at: time, ...others } = row
    assert.deepEqual(others, { id: 1, n: null, word: "it's; $1 -- ?", is_good: true })
    // As a Date or as text: both can be read.
    assert.equal(new Date(String(time instanceof Date ? time.toISOString() : time)).getTime(), at.getTime())
  }),

  fact('one parameter can stand in two places', async (store) => {
    await store.query(`insert into ${marks} (id, n) values ($1, $1)`, [7])
    assert.deepEqual(await store.query(`select id, n from ${marks} where id = $1 and n = $1`, [7]), [
      { id: 7, n: 7 },
    ])
  }),

  fact('lists hold nulls, and rows made of them have these', async (store) => {
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
  fact('a statement that changes rows gives those it returns', async (store) => {
    assert.deepEqual(await store.query(`insert into ${marks} (id) values (1), (2) returning id`), [
      { id: 1 },
      { id: 2 },
    ])
    assert.deepEqual(await store.query(`update ${marks} set n = 1 where id = 3 returning id`), [])
  }),

  fact('a transaction is kept as a whole', async (store) => {
    const result = await store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      await tx.query(`insert into ${marks} (id) values (2)`)
      assert.equal(await countMarks(store), 0, 'What is not committed is seen from outside.')
      return 'done'
    })
    assert.equal(result, 'done')
    assert.equal(await countMarks(store), 2)
  }),

  fact('of a transaction whose work fails nothing is kept, and its error comes out', async (store) => {
    const failed = store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      throw new RangeError('no')
    })
    await assert.rejects(failed, RangeError)
    assert.equal(await countMarks(store), 0)
  }),

  fact('a transaction in which a caught statement had failed is no commit', async (store) => {
    const failed = store.transaction(async (tx) => {
      await tx.query(`insert into ${marks} (id) values (1)`)
      await tx.query('select 1/0').catch(() => undefined)
      // As the shop's functions get it.
      return tx.own
    })
    await assert.rejects(failed, 'It says that it was committed, and nothing is there.')
    assert.equal(await countMarks(store), 0)
  }),

  fact('transactions at the same time are different ones', async (store) => {
    const first = createGate()
    const last = createGate()
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

  fact('transactions on one row take turns, and each sees what the one before has done', async (store) => {
    await store.query(`insert into ${marks} (id, n) values (1, 0)`)
    const add = () =>
      store.transaction(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))::text`, [schema])
        const { n } = await queryOne<{ n: number }>(tx, `select n from ${marks} where id = $1`, [1])
        await tx.query(`update ${marks} set n = $1 where id = 1`, [n + 1])
      })
    await Promise.all(Array.from({ length: 8 }, add))
    assert.deepEqual(await store.query(`select n from ${marks}`), [{ n: 8 }])
  }),

  fact('what collides and is undone by Postgres is done again', async (store) => {
    await store.query(`insert into ${marks} (id, n) values (1, 0), (2, 0)`)
    const gates = [createGate(), createGate()] as const
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

  fact('who waits for a lock is told within five seconds that others are in the way', async (store) => {
    await store.query(`insert into ${marks} (id) values (1)`)
    const held = createGate()
    const over = createGate()
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
    assert.ok(error, 'It has waited for the lock until it was free.')
    assert.ok(isDatabaseBusy(error), `Nobody can tell what is wrong: ${String(error)}`)
  }),

  fact(
    'listeners are told of a commit, once, and not of a rollback or after they have stopped',
    async (store) => {
      const heard: string[] = []
      // `null`: something may have been missed, as before the first connection.
      const stop = await store.listen(`${schema}_a`, (payload) => {
        if (payload !== null) heard.push(payload)
      })
      await store.transaction(async (tx) => {
        tx.notify(`${schema}_a`, 'kept')
        assert.deepEqual(heard, [], 'It was told before the commit.')
      })
      assert.ok(heard.includes('kept'), 'The process itself has not heard it.')
      const undone = store.transaction(async (tx) => {
        tx.notify(`${schema}_a`, 'undone')
        throw new RangeError('no')
      })
      await assert.rejects(undone, RangeError)
      await stop()
      await store.transaction(async (tx) => tx.notify(`${schema}_a`, 'later'))
      assert.deepEqual([...new Set(heard)], ['kept'])
    },
  ),

  fact('it tells that the database is there', (store) => store.isThere()),
]
