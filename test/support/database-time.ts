// Fake time that stands still while the database works: queries take real time, waits take none.
import { createFakeClock } from '../unit/server/fake-clock.ts'
import { createTimeline, turns } from './timeline.ts'

const hourMs = 3_600_000
/** Of real time: a transaction that is open for so long waits for something that needs fake time, such as the service. */
const realLimitMs = 60_000

/** What is under way in the database. */
interface Open {
  readonly statements: number
  readonly transactions: number
}

/** @param open counts what is under way, as test/crash/shared-database.ts does */
export function createDatabaseTime(startMs: number, open: Open) {
  /** Requests that need no time but are no query: their signature is checked outside of the event loop. */
  let verifying = 0
  const timeline = createTimeline(startMs, still)
  const clock = createFakeClock(startMs, timeline)

  /** Resolves when nothing goes on that needs no time. */
  async function still(): Promise<void> {
    const beganAt = Date.now()
    for (let idle = 0; idle < 4; ) {
      await turns(1)
      idle = open.statements + open.transactions + verifying === 0 ? idle + 1 : 0
      if (Date.now() - beganAt > realLimitMs)
        throw new Error(
          'A transaction stays open: it waits for something that needs time, such as the service.',
        )
    }
  }

  return {
    timeline,
    clock,
    /** Lets time pass until the work is done. @throws when it is not within an hour */
    async until(work: Promise<unknown>): Promise<void> {
      let done = false
      const finish = () => {
        done = true
      }
      work.then(finish, finish)
      const end = timeline.now() + hourMs
      for (await still(); !done; ) {
        if (timeline.now() > end) throw new Error('Still waiting after an hour: something hangs for ever.')
        if (!(await timeline.advanceToNext()) && !done)
          throw new Error('Waiting for something that nothing brings about.')
      }
      await work
    },
    /** Time waits for this request, which checks a signature. */
    async verified<T>(request: Promise<T>): Promise<T> {
      verifying++
      return request.finally(() => verifying--)
    },
  }
}
