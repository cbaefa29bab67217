// A fake clock for the sandbox.
import type { Clock } from '../../../src/sandbox/clock.ts'
import { createTimeline, turns } from '../../support/timeline.ts'

export type FakeClock = Clock & { advance(ms: number): Promise<void>; pending(): number }

/** @param timeline shared with another fake clock, so that two worlds have the same time */
export function createFakeClock(
  startsAt = Date.UTC(2026, 10, 20, 12),
  timeline = createTimeline(startsAt, turns),
): FakeClock {
  return {
    now: timeline.now,
    setTimeout: (run, delayMs) => timeline.after(delayMs, run),
    clearTimeout: (cancel) => (cancel as (() => void) | undefined)?.(),
    pending: () => timeline.pending,
    advance: timeline.advance,
  }
}
