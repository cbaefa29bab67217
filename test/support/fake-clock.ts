// The widget's clock, controlled by a test.
import type { Clock } from '../../src/platform/ports.ts'
import { createTimeline, type Timeline } from './timeline.ts'

export type FakeClock = Clock & Pick<Timeline, 'pending' | 'advance'>

/** Runs everything that needs no time: promises, and the promises that follow from them. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}

export function fakeClock(startsAt = Date.UTC(2026, 10, 20, 14, 45)): FakeClock {
  return createTimeline(startsAt, settle)
}
