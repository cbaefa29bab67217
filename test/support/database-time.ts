// Fake time that stops while the database works: queries take real time, waits take none.
import { createFakeClock } from '../unit/server/fake-clock.ts'
import { createTimeline, turns } from './timeline.ts'

const hourMs = 3_600_000
/** In real time. A transaction that is open for this long waits for something that needs fake time, such as the service. */
const realLimitMs = 60_000

/** Counts of open work in the database. */
interface Open {
  readonly statements: number
  readonly transactions: number
}

/** @param open counts open work, as test/crash/ground.ts does */
export function createDatabaseTime(startMs: number, open: Open) {
  const timeline = createTimeline(startMs, still)
  const clock = createFakeClock(startMs, timeline)

  /** Resolves when all work without waits is done. */
  async function still(): Promise<void> {
    const beganAt = Date.now()
    for (let idle = 0; idle < 4; ) {
      await turns(1)
      idle = open.statements + open.transactions === 0 ? idle + 1 : 0
      if (Date.now() - beganAt > realLimitMs)
        throw new Error(
          'A transaction stays open: it waits for something that needs fake time, such as the service.',
        )
    }
  }

  return {
    timeline,
    clock,
    /** Advances the time until the work is done. @throws when it is not done within an hour */
    async until(work: Promise<unknown>): Promise<void> {
      let done = false
      const finish = () => {
        done = true
      }
      work.then(finish, finish)
      const end = timeline.now() + hourMs
      for (await still(); !done; ) {
        if (timeline.now() > end)
          throw new Error('Still waiting after an hour of fake time: the work never ends.')
        if (!(await timeline.advanceToNext()) && !done)
          throw new Error('The work waits, and no timer is pending.')
      }
      await work
    },
  }
}
