// Fake time that stops while the database works: queries take real time, waits take none.
import { createFakeClock } from '../unit/server/fake-clock.ts'
import { createTimeline, turns } from './timeline.ts'

const hourMs = 3_600_000
/** In real time. A transaction that is open for this long waits for something that needs fake time, such as the service. */
const realLimitMs = 60_000

/** Open work in the database. */
interface Open {
  readonly statements: number
  readonly transactions: number
  /** Resolves when one of them ends. Turning the event loop until then would keep a core busy, which Postgres needs. */
  next(): Promise<unknown>
}

/** @param open counts open work, as test/crash/shared-database.ts does */
export function createDatabaseTime(startMs: number, open: Open) {
  const timeline = createTimeline(startMs, still)
  const clock = createFakeClock(startMs, timeline)

  /** Resolves when all work without waits is done. */
  async function still(): Promise<void> {
    for (let idle = 0; idle < 4; ) {
      await turns(1)
      idle++
      for (; open.statements + open.transactions > 0; idle = 0) await inTime(open.next())
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

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const error = new Error(
      'A transaction stays open: it waits for something that needs fake time, such as the service.',
    )
    timer = setTimeout(() => reject(error), realLimitMs)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
