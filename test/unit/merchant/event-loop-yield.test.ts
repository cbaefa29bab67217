import { expect, test } from 'vitest'
import { createEventLoopYield } from '../../../src/merchant/long-poll/event-loop-yield.ts'
import { turns } from '../../support/timeline.ts'

test('a few tasks run at once, without waiting for the event loop', () => {
  const inTurn = createEventLoopYield(3)
  expect([inTurn(), inTurn(), inTurn()]).toEqual([undefined, undefined, undefined])
})

test('of many tasks, a fixed number runs in each turn of the event loop, in order', async () => {
  const inTurn = createEventLoopYield(3)
  const ran: number[] = []
  for (let n = 0; n < 8; n++) void Promise.resolve(inTurn()).then(() => ran.push(n))

  await Promise.resolve()
  expect(ran).toEqual([0, 1, 2])
  await turns(1)
  expect(ran).toEqual([0, 1, 2, 3, 4, 5])
  await turns(1)
  expect(ran).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('a later task runs at once again', async () => {
  const inTurn = createEventLoopYield(1)
  void inTurn()
  void inTurn()
  await turns(3)
  expect(inTurn()).toBe(undefined)
})
