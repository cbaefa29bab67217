import { systemClock } from 'payin-checkout/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the clock sleeps for the given time', async () => {
  let awake = false
  const sleeping = systemClock.sleep(1_000).then(() => {
    awake = true
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(awake).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await sleeping
  expect(vi.getTimerCount()).toBe(0)
})

test('a sleep ends at once with the signal’s reason, and leaves no timer behind', async () => {
  const stop = new AbortController()
  const sleeping = systemClock.sleep(1_000, stop.signal)
  stop.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  await expect(systemClock.sleep(1_000, stop.signal)).rejects.toThrow('enough')
  expect(vi.getTimerCount()).toBe(0)
})

test('a wait longer than a timer can hold does not fire at once', async () => {
  let awake = false
  systemClock.sleep(2 ** 31).then(() => {
    awake = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(awake).toBe(false)
})
