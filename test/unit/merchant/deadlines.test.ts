import { expect, test } from 'vitest'
import { createDeadlines } from '../../../src/merchant/long-poll/deadlines.ts'
import { createFakeClock } from '../server/fake-clock.ts'

/** Deadlines on a clock that counts its sleepers. */
function createTestDeadlines() {
  const clock = createFakeClock()
  const over = new AbortController()
  let sleeps = 0
  let aheadMs = 0
  const counted = {
    now: () => clock.now() + aheadMs,
    async sleep(ms: number, signal?: AbortSignal) {
      sleeps++
      await clock.sleep(ms, signal)
    },
  }
  const deadlines = createDeadlines(counted, over.signal)
  const woken: string[] = []
  return {
    clock,
    deadlines,
    over,
    woken,
    sleeps: () => sleeps,
    setClockBack(ms: number) {
      aheadMs -= ms
    },
    /** @returns a function that removes it */
    wait(name: string, ms: number) {
      const one = { until: counted.now() + ms, wake: () => void woken.push(name) }
      deadlines.add(ms, one)
      return () => deadlines.remove(ms, one)
    },
  }
}

test('each waiter is woken when its own time is up, and not before', async () => {
  const { wait, clock, woken } = createTestDeadlines()
  wait('first', 20_000)
  await clock.advance(1_000)
  wait('second', 20_000)
  wait('short', 5_000)

  await clock.advance(18_999)
  expect(woken).toEqual(['short'])
  await clock.advance(1)
  expect(woken).toEqual(['short', 'first'])
  await clock.advance(1_000)
  expect(woken).toEqual(['short', 'first', 'second'])
})

test('a thousand waiters with the same timeout share one timer', async () => {
  const { wait, clock, woken, sleeps } = createTestDeadlines()
  for (let n = 0; n < 1_000; n++) wait(`${n}`, 20_000)

  await clock.advance(20_000)

  expect([woken.length, sleeps()]).toEqual([1_000, 1])
})

test('a waiter that has stopped is not woken, and those behind it still are', async () => {
  const { wait, clock, woken } = createTestDeadlines()
  const stop = wait('gone', 20_000)
  await clock.advance(5_000)
  wait('there', 20_000)
  stop()

  await clock.advance(20_000)

  expect(woken).toEqual(['there'])
})

test('a waiter that begins after all others have stopped is woken as well', async () => {
  const { wait, clock, woken } = createTestDeadlines()
  wait('gone', 20_000)()
  await clock.advance(60_000)
  wait('there', 20_000)

  await clock.advance(20_000)

  expect(woken).toEqual(['there'])
})

test('a clock that is set back by an hour delays nobody by an hour', async () => {
  const { wait, clock, woken, setClockBack } = createTestDeadlines()
  wait('a', 20_000)
  setClockBack(3_600_000)

  await clock.advance(20_000)

  expect(woken).toEqual(['a'])
})

test('a server that shuts down leaves no timer behind', async () => {
  const { wait, clock, woken, over } = createTestDeadlines()
  wait('a', 20_000)
  over.abort()

  await clock.advance(20_000)

  expect(woken).toEqual([])
})
