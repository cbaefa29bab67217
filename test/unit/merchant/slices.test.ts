import { expect, test } from 'vitest'
import { createEventLoopYield } from '../../../src/merchant/long-poll/event-loop-yield.ts'
import { turns } from '../../support/timeline.ts'

test('few go on at once, without waiting for a turn of the loop', () => {
  const inTurn = createEventLoopYield(3)
  expect([inTurn(), inTurn(), inTurn()]).toEqual([undefined, undefined, undefined])
})

test('of many, so many go on in each turn of the loop, in the order in which they came', async () => {
  const inTurn = createEventLoopYield(3)
  const wentOn: number[] = []
  for (let n = 0; n < 8; n++) void Promise.resolve(inTurn()).then(() => wentOn.push(n))

  await Promise.resolve()
  expect(wentOn).toEqual([0, 1, 2])
  await turns(1)
  expect(wentOn).toEqual([0, 1, 2, 3, 4, 5])
  await turns(1)
  expect(wentOn).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('who comes later goes on at once again', async () => {
  const inTurn = createEventLoopYield(1)
  void inTurn()
  void inTurn()
  await turns(3)
  expect(inTurn()).toBe(undefined)
})
