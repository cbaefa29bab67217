// A store over a client that breaks its contract, or whose database no longer answers.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore, type DatabaseClient } from '../../../src/merchant/store/create-store.ts'
import { NoAnswer } from '../../../src/merchant/store/database-errors.ts'
import { migrations } from '../../../src/merchant/store/migrations/migrations.ts'
import { statementsOf } from '../../../src/merchant/store/statements.ts'

type Query = DatabaseClient<string>['query']

/** A database that answers what a transaction asks about itself. */
function createClient({ isolation = 'read committed', isShared = false, isRenaming = false } = {}) {
  const ran: (readonly [string, readonly unknown[]])[] = []
  const open = new Set<number>()
  let isFrozen = false
  let connections = 0
  const queryOf =
    (pid: number): Query =>
    async (sql, params) => {
      ran.push([sql.trim().split('\n')[0] ?? '', params])
      if (isFrozen) await new Promise(() => undefined)
      if (sql.includes('pg_backend_pid')) return [isRenaming ? { backendPid: pid } : { backend_pid: pid }]
      if (sql.includes('transaction_isolation')) return [{ isolation }]
      return [{ one: 1 }]
    }
  const client: DatabaseClient<string> = {
    query: queryOf(0),
    async transaction(work) {
      const pid = isShared ? 1 : ++connections
      open.add(pid)
      try {
        return await work({ query: queryOf(pid), own: `tx ${pid}` })
      } finally {
        open.delete(pid)
      }
    },
  }
  return {
    client,
    ran,
    freeze: () => {
      isFrozen = true
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Advances fake time until the work has ended. */
async function untilSettled<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  over.catch(() => undefined)
  for (let ms = 0; !isOver && ms < 60_000; ms += 100) await vi.advanceTimersByTimeAsync(100)
  if (!isOver) throw new Error('It waits for ever.')
  return over
}

describe('a store over the client of the shop', () => {
  test('hands the shop its own transaction', async () => {
    const store = createStore(createClient().client)
    expect(await untilSettled(store.transaction(async (tx) => tx.own))).toMatch(/^tx \d+$/)
  })

  test('limits the time of each transaction, and runs each statement that changes data in a transaction', async () => {
    const { client, ran } = createClient()
    const store = createStore(client)
    await untilSettled(store.query('update a set b = $1', [1]))
    const [limits, update] = ran.filter(([sql]) => !sql.includes('pid'))
    expect(limits).toEqual([expect.stringContaining("set_config('lock_timeout'"), ['3000', '4000', '10000']])
    expect(update).toEqual(['update a set b = $1', [1]])
    ran.length = 0
    await untilSettled(store.query('select a from b where c = $1', [1]))
    expect(ran).toEqual([['select a from b where c = $1', [1]]])
    await untilSettled(store.query('select a from b for no key update'))
    expect(ran).toHaveLength(3)
  })

  test('checks at the end that the transaction still works if the shop has used it', async () => {
    const { client, ran } = createClient()
    const store = createStore(client)
    await untilSettled(store.transaction(async (tx) => tx.query('select a')))
    expect(ran.at(-1)?.[0]).toBe('select a')
    await untilSettled(store.transaction(async (tx) => [await tx.query('select a'), tx.own]))
    expect(ran.at(-1)?.[0]).toContain('now()')
  })

  test('sends times as text, and infinite numbers as "Infinity"', async () => {
    const { client, ran } = createClient()
    await untilSettled(createStore(client).query('select $1, $2', [new Date(0), Number.POSITIVE_INFINITY]))
    expect(ran).toEqual([['select $1, $2', ['1970-01-01T00:00:00.000Z', 'Infinity']]])
  })

  test('refuses another isolation level with a sentence that names it', async () => {
    const store = createStore(createClient({ isolation: 'repeatable read' }).client)
    await expect(untilSettled(store.transaction(async () => 'done'))).rejects.toThrow(
      /has the isolation level "repeatable read"\. It must be "read committed"/,
    )
  })

  test('refuses, each time, a client that runs all transactions on one connection', async () => {
    const store = createStore(createClient({ isShared: true }).client)
    for (let times = 0; times < 2; times++)
      await expect(untilSettled(store.query('update a set b = 1'))).rejects.toThrow(
        /on one connection, where two at a time become one\. Give it a pool/,
      )
  })

  test('accepts a pool of one connection', async () => {
    const { client } = createClient({ isShared: true })
    let last: Promise<unknown> = Promise.resolve()
    const inTurn: DatabaseClient<string>['transaction'] = (work) => {
      const mine = last.then(() => client.transaction(work))
      last = mine.catch(() => undefined)
      return mine
    }
    const store = createStore({ ...client, transaction: inTurn })
    expect(await untilSettled(store.transaction(async (tx) => tx.own))).toBe('tx 1')
  })

  test('checks the connection again after the database was away', async () => {
    const { client } = createClient()
    let isAway = true
    const store = createStore<string>({
      ...client,
      transaction: (work) =>
        isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : client.transaction(work),
    })
    await expect(untilSettled(store.transaction(async () => 1))).rejects.toThrow('ECONNREFUSED')
    isAway = false
    expect(await untilSettled(store.transaction(async () => 1))).toBe(1)
  })

  test('waits at most ten seconds for an answer, and runs no later statement of that transaction', async () => {
    const { client, ran, freeze } = createClient()
    const store = createStore(client)
    await untilSettled(store.query('update a set b = 1'))
    let resume: () => void = () => undefined
    const thawed = new Promise<void>((resolve) => {
      resume = resolve
    })
    const frozen = store.transaction(async (tx) => {
      await thawed
      return tx.query('insert too late')
    })
    await expect(untilSettled(frozen)).rejects.toThrow(NoAnswer)
    resume()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ran.map(([sql]) => sql)).not.toContain('insert too late')
    freeze()
    await expect(untilSettled(store.query('select a'))).rejects.toThrow(NoAnswer)
    await expect(untilSettled(store.transaction(async () => 1))).rejects.toThrow(NoAnswer)
    await expect(untilSettled(store.isThere())).rejects.toThrow(NoAnswer)
  })

  test.each([
    ['waits', () => new Promise<never>(() => undefined)],
    [
      'gives up',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        throw new Error('timeout exceeded when trying to connect')
      },
    ],
  ])('counts as reachable while a busy pool %s, if another connection gets answers', async (_, forPool) => {
    const { client } = createClient()
    let asked = 0
    const store = createStore<string>({
      ...client,
      // The first query waits for a connection.
      query: (sql, params) => (asked++ === 0 ? forPool() : client.query(sql, params)),
    })
    const there = store.isThere()
    await store.query('select a')
    await expect(untilSettled(there)).resolves.toBe(true)
  })

  test('says that an error was caught when only the shop’s own client has seen it', async () => {
    const { client } = createClient()
    const aborted = Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
    const store = createStore<string>({
      ...client,
      transaction: (work) =>
        client.transaction(({ query, own }) =>
          work({
            own,
            query: (sql, params) =>
              sql.endsWith('as began') && params.length === 0 ? Promise.reject(aborted) : query(sql, params),
          }),
        ),
    })
    const failed = store.transaction(async (tx) => tx.own)
    await expect(untilSettled(failed)).rejects.toMatchObject({ name: 'NotCommitted', cause: aborted })
  })

  test('notifies its own listeners of a commit when the client cannot listen', async () => {
    const received: unknown[] = []
    const store = createStore(createClient().client)
    const stop = await store.listen('changed', (payload) => received.push(payload))
    await untilSettled(store.transaction(async (tx) => tx.notify('changed', 'a')))
    await stop()
    await untilSettled(store.transaction(async (tx) => tx.notify('changed', 'b')))
    expect(received).toEqual(['a'])
  })

  test('reports notifications that could not be sent, and the payment continues', async () => {
    const { client } = createClient()
    const faults: string[] = []
    const store = createStore<string>({
      ...client,
      query: (sql, params) =>
        sql.includes('pg_notify') ? Promise.reject(new Error('away')) : client.query(sql, params),
    })
    store.onFault?.(({ message }) => faults.push(message))
    await untilSettled(store.transaction(async (tx) => tx.notify('changed', 'a')))
    await store.close()
    expect(faults).toEqual(['away'])
  })
})

describe('a text of several statements', () => {
  test.each([
    ['select 1; select 2', ['select 1', 'select 2']],
    [
      "insert into a values ('x; y', 'it''s'); select 1;",
      ["insert into a values ('x; y', 'it''s')", 'select 1'],
    ],
    ['do $$ begin a; b; end $$; select 1', ['do $$ begin a; b; end $$', 'select 1']],
    ["-- it's; not one\nselect 1 - 2", ['select 1 - 2']],
    ['  ;\n;', []],
  ])('is split: %s', (sql, statements) => {
    expect(statementsOf(sql)).toEqual(statements)
  })

  test('loses nothing of a migration but comments', () => {
    const bare = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/[;\s]+/g, '')
    for (const [, sql] of migrations)
      expect(bare(statementsOf(sql).join(''))).toBe(bare(sql).replaceAll(';', ''))
  })
})

test('a client that renames columns is refused at once, in a sentence that says how the column came', async () => {
  const store = createStore(createClient({ isRenaming: true }).client)
  await expect(untilSettled(store.transaction(async () => 'done'))).rejects.toThrow(
    /^The database client renames columns: backend_pid came as backendPid\. Give the store a client without that/,
  )
})
