import { expect, test } from 'vitest'
import { TryAgainLater } from '../../../src/merchant/errors/load-errors.ts'
import { createGate } from '../../../src/merchant/gate.ts'
import { turns } from '../../support/timeline.ts'

/** A gate, and work that ends when the test ends it. */
function createTestGate(atOnce: number, waiting = 100, waitingByClient = 100) {
  const gate = createGate({ atOnce, waiting, waitingByClient })
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  }
  return {
    gate,
    begun,
    ask: (client: string, name: string) => gate.run(client, work(name)),
    askAlways: (client: string, name: string) => gate.runAlways(client, work(name)),
    async end(name: string, error?: Error) {
      ends.get(name)?.(error)
      await turns(1)
    },
  }
}

const endOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof TryAgainLater ? 'come again' : error),
  )

test('work beyond the limit waits until a place is free', async () => {
  const { ask, begun, end } = createTestGate(2)
  const all = [ask('a', '1'), ask('a', '2'), ask('a', '3')]
  expect(begun).toEqual(['1', '2'])
  await end('2')
  expect(begun).toEqual(['1', '2', '3'])
  await end('1')
  await end('3')
  expect(await Promise.all(all)).toEqual(['1', '2', '3'])
})

test('clients take turns, so that one with much work does not delay the others for long', async () => {
  const { ask, begun, end } = createTestGate(1)
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1')]
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a client with too much in line has to try again later, and others still find a place', async () => {
  const { ask, end } = createTestGate(1, 3, 2)
  const first = ask('a', 'a1')
  const waiting = [ask('a', 'a2'), ask('a', 'a3')]
  expect(await endOf(ask('a', 'a4'))).toBe('come again')
  const other = ask('b', 'b1')
  expect(await endOf(ask('c', 'c1'))).toBe('come again')
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(await Promise.all([first, ...waiting, other])).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('work that cannot be rejected waits even in a full line', async () => {
  const { ask, askAlways, end } = createTestGate(1, 0)
  const first = ask('a', 'a1')
  const always = askAlways('a', 'a2')
  await end('a1')
  await end('a2')
  expect(await Promise.all([first, always])).toEqual(['a1', 'a2'])
})

test('work that fails frees its place, also when it throws at once', async () => {
  const { gate, ask, end } = createTestGate(1)
  const failing = endOf(ask('a', 'a1').catch(() => 'failed'))
  const thrown = gate
    .run('a', () => {
      throw new Error('at once')
    })
    .catch(String)
  const next = ask('a', 'a2')
  await end('a1', new Error('no'))
  await end('a2')
  expect([await failing, await thrown, await next]).toEqual(['done', 'Error: at once', 'a2'])
})
