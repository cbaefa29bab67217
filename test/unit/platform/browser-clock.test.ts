import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserClock } from '../../../src/platform/browser-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the browser’s clock', () => {
  test('runs once, when the time has passed', () => {
    const run = vi.fn()
    browserClock.after(500, run)

    vi.advanceTimersByTime(499)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('cancels a timer, even when called twice', () => {
    const run = vi.fn()
    const stop = browserClock.after(500, run)
    stop()
    stop()

    vi.advanceTimersByTime(1_000)
    expect(run).not.toHaveBeenCalled()
  })

  test('does not run at once for a delay beyond the timer limit, such as a Retry-After of a month', () => {
    const run = vi.fn()
    browserClock.after(30 * 24 * 3_600_000, run)

    vi.advanceTimersByTime(60_000)
    expect(run).not.toHaveBeenCalled()
  })

  test('does not go back with the device’s, or a payment would not be read again until the time has caught up', () => {
    const before = browserClock.now()
    vi.setSystemTime(Date.now() - 2 * 3_600_000)
    vi.advanceTimersByTime(1_000)

    expect(browserClock.now() - before).toBe(1_000)
  })
})
