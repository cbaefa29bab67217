import { describe, expect, test } from 'vitest'
import { createBatches } from '../../../src/merchant/store/batches.ts'

/** A database whose statements end when the test ends them. */
function createHeldStatements() {
  const sent: { items: readonly string[]; end(error?: Error): void }[] = []
  const write = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      sent.push({
        items,
        end: (error) => (error ? reject(error) : resolve(items.map((item) => `${item} is written`))),
      })
    })
  return { sent, write: createBatches(write), settled: () => new Promise(setImmediate) }
}

const refused = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code })

describe('rows that are written in batches', () => {
  test('are written at once when they are alone', async () => {
    const { sent, write } = createHeldStatements()
    const written = write('a')
    expect(sent.map(({ items }) => items)).toEqual([['a']])
    sent[0]?.end()
    expect(await written).toBe('a is written')
  })

  test('share the next statement, and each gets its own answer', async () => {
    const { sent, write, settled } = createHeldStatements()
    const all = ['a', 'b', 'c'].map(write)
    sent[0]?.end()
    await settled()
    expect(sent.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
    sent[1]?.end()
    expect(await Promise.all(all)).toEqual(['a is written', 'b is written', 'c is written'])
  })

  test('are written one by one when one of them is refused, and only that one fails', async () => {
    const { sent, write, settled } = createHeldStatements()
    const all = ['a', 'b', 'bad', 'c'].map(write)
    const outcome = Promise.allSettled(all)
    sent[0]?.end()
    await settled()
    sent[1]?.end(refused('22021'))
    for (const index of [2, 3, 4]) {
      await settled()
      sent[index]?.end(sent[index].items.includes('bad') ? refused('22021') : undefined)
    }
    expect((await outcome).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(sent.slice(2).map(({ items }) => items)).toEqual([['b'], ['bad'], ['c']])
  })

  test('fail together when the database is away, instead of waiting for it one by one', async () => {
    const { sent, write, settled } = createHeldStatements()
    const all = Promise.allSettled(['a', 'b', 'c'].map(write))
    sent[0]?.end()
    await settled()
    sent[1]?.end(refused('57P01'))
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(sent).toHaveLength(2)
  })

  test('are written when they come after a failure', async () => {
    const { sent, write, settled } = createHeldStatements()
    const first = Promise.allSettled([write('a')])
    sent[0]?.end(refused('57P01'))
    await first
    await settled()
    const second = write('b')
    sent[1]?.end()
    expect(await second).toBe('b is written')
  })

  test('share a statement in groups of at most a hundred', async () => {
    const { sent, write, settled } = createHeldStatements()
    const all = Array.from({ length: 251 }, (_, n) => write(String(n)))
    for (let index = 0; index < 4; index++) {
      sent[index]?.end()
      await settled()
    }
    await Promise.all(all)
    expect(sent.map(({ items }) => items.length)).toEqual([1, 100, 100, 50])
  })
})
