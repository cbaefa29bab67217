// The transaction that `find` and `setPaid` get holds the lock of their order. A shop that ends it there, such as by a function
// that runs a transaction of its own on the connection it is given, would let two payments pay one order unnoticed.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Orders } from '../../../src/merchant/orders.ts'
import { ownQueries } from '../../../src/merchant/store/own-queries.ts'
import { describeOnOwnStores } from '../../support/describe-own-stores.ts'
import { useWorld } from './harness.ts'

const url = process.env.TEST_DATABASE_URL

describe('a shop', () => {
  const world = useWorld()
  let statements: readonly string[] = []

  /** Its functions run these statements around their own. */
  const ordersOn = (orders: Orders): Orders<never> => ({
    ...orders,
    find: async (tx, ...of) => {
      const order = await orders.find(tx, ...of)
      for (const each of statements) await (tx as Parameters<Orders['find']>[0]).query(each)
      return order
    },
  })
  const logged = () => world().logged.map((line) => JSON.stringify(line))

  beforeEach(async () => {
    statements = []
    await world().restart({}, { ordersOn, fetch: world().service.fetch })
  })

  test.each([
    ['commit'],
    ['COMMIT AND CHAIN'],
    [' rollback;'],
    ['rollback work'],
    ['begin', 'commit'],
    ['start transaction'],
    ['end'],
    ['abort'],
    ["prepare transaction 'x'"],
    ['-- The lock is not needed any more.\n /* Nor\n this. */ ; commit'],
  ])('that says %s in find gets an error that names the function, and nobody pays', async (...all) => {
    statements = all
    const { createSession, service } = world()

    expect((await createSession('A-1001')).status).toBe(500)
    expect(service.payins.size).toBe(0)
    expect(logged().filter((line) => /"?shop_function\\?":\\?"find/.test(line))).toEqual([
      expect.stringContaining('The transaction belongs to the library'),
    ])
  })

  // The embedded database takes one statement in a text.
  test.skipIf(!url).each(['select 1; commit', 'select 1; rollback; select 2'])(
    'that says %s in one text gets the same error',
    async (text) => {
      statements = [text]
      expect((await world().createSession('A-1001')).status).toBe(500)
      expect(logged().join()).toContain('The transaction belongs to the library')
    },
  )

  test('may go back to its own savepoints', async () => {
    statements = ['savepoint a', 'rollback to a', 'ROLLBACK WORK TO SAVEPOINT a', 'release savepoint a']
    const { pay, move, service, order } = world()
    await pay('A-1001')
    await move(service.only(), 'COMPLETED')

    expect(await order('A-1001')).toBe('paid')
  })
})

test('a long comment before a statement is read in linear time', () => {
  const texts = ['/* */ '.repeat(50_000), '-'.repeat(300_000), '--\n'.repeat(100_000), ';'.repeat(300_000)]
  const { query } = ownQueries(async () => [])
  return Promise.all(texts.map((text) => query(`${text}\nselect 1`)))
})

describeOnOwnStores('a transaction of %s', (store) => {
  test.each([['commit'], ['rollback'], ['commit', 'begin']])(
    'that the shop has ended by %s is an error at its end',
    async (...statements) => {
      const work = store().transaction(async (tx) => {
        // The shop has it.
        void tx.own
        for (const each of statements) await tx.query(each)
      })

      // postgres.js refuses a begin by itself.
      await expect(work).rejects.toThrow(/The transaction belongs to the library|Failed query: begin|UNSAFE_/)
    },
  )

  test('in which the shop has gone back to a savepoint is none', async () => {
    const work = store().transaction(async (tx) => {
      void tx.own
      await tx.query("set local time zone 'Asia/Tokyo'")
      for (const each of ['savepoint a', 'rollback to savepoint a']) await tx.query(each)
      return 'done'
    })

    await expect(work).resolves.toBe('done')
  })
})
