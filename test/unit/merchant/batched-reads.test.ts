import { expect, test } from 'vitest'
import { createBatchedReads } from '../../../src/merchant/long-poll/batched-reads.ts'
import { isDatabaseUnavailable } from '../../../src/merchant/store/database-errors.ts'
import { turns } from '../../support/timeline.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const limitMs = 4_500

/** Joint reads over a database whose answers the test gives. */
function createTestReads(size = 100) {
  const clock = createFakeClock()
  const queries: (readonly string[])[] = []
  const ends: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = []
  const look = createBatchedReads<string>({
    query: (keys) => {
      queries.push(keys)
      const rows = new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `row of ${key}`]))
      return new Promise((resolve, reject) => ends.push({ answer: () => resolve(rows), fail: reject }))
    },
    clock,
    limitMs,
    size,
  })
  return {
    clock,
    look,
    queries,
    /** Answers the oldest query that is under way. */
    async answer() {
      ends.shift()?.answer()
      await turns(1)
    },
    async fail(error = new Error('no')) {
      ends.shift()?.fail(error)
      await turns(1)
    },
  }
}

const reason = (error: unknown) => error

test('the first read starts at once, without waiting for others', () => {
  const { look, queries } = createTestReads()
  void look('a')
  expect(queries).toEqual([['a']])
})

test('reads during a query share the next one, also for the same key', async () => {
  const { look, queries, answer } = createTestReads()
  const asked = ['a', 'a', 'b', 'c', 'b'].map(look)

  await answer()
  await answer()

  expect(queries).toEqual([['a'], ['a', 'b', 'c']])
  expect(await Promise.all(asked)).toEqual(['row of a', 'row of a', 'row of b', 'row of c', 'row of b'])
})

test('a thousand keys take as many queries as the batch size allows, one at a time', async () => {
  const { look, queries, answer } = createTestReads(100)
  const asked = Array.from({ length: 1_001 }, (_, n) => look(`${n}`))

  for (let n = 1; n <= 11; n++) {
    expect(queries).toHaveLength(n)
    await answer()
  }

  expect(queries.map(({ length }) => length)).toEqual([1, ...Array(10).fill(100)])
  expect((await Promise.all(asked))[1_000]).toBe('row of 1000')
})

test('an unknown key gets null, and the other keys of its query get their rows', async () => {
  const { look, answer } = createTestReads()
  const asked = ['a', 'unknown', 'b'].map(look)

  await answer()
  await answer()

  expect(await Promise.all(asked)).toEqual(['row of a', null, 'row of b'])
})

test('a failed query fails only its own reads, and the next query runs', async () => {
  const { look, fail, answer } = createTestReads(1)
  const asked = ['a', 'b', 'c'].map((key) => look(key).catch(reason))

  await answer()
  await fail(new Error('broken'))
  await answer()

  expect(await Promise.all(asked)).toEqual(['row of a', new Error('broken'), 'row of c'])
})

test('after all answers are in, the next read queries at once', async () => {
  const { look, queries, answer } = createTestReads()
  void look('a')
  await answer()

  void look('a')

  expect(queries).toEqual([['a'], ['a']])
})

test('in a long line nobody waits for more than two queries without an answer', async () => {
  const { look, queries, fail, clock } = createTestReads(1)
  const early = ['a', 'b', 'c', 'd', 'e'].map((key) => look(key).catch(isDatabaseUnavailable))

  await clock.advance(limitMs)
  await fail()
  void look('late').catch(reason)
  await clock.advance(limitMs)
  await fail()

  expect(await Promise.all(early.slice(2))).toEqual([true, true, true])
  expect(queries.at(-1)).toEqual(['late'])
})
