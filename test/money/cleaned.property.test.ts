// A shop that cleans what is over is, from outside, one that never cleans: the same story is played on both, and presses are
// answered the same, the same orders are paid and shipped, the same is raised, and the service is asked for the same payments.
// What differs by intention stays out of the stories: a key that has ended begins a new attempt, and an id that has ended is
// answered 404.
//
// A failure prints its seed and the shortest story; `MONEY_SEED=… npx vitest run --project unit test/money/cleaned` repeats it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../crash/databases.ts'
import { storiesOfYears } from './arbitrary-stories.ts'
import { playOut } from './run-story.ts'

/** Each story is played by two shops, so that a third of those of money.property.test.ts takes as long. */
const numRuns = Math.ceil(Number(process.env.MONEY_RUNS ?? 60) / 3)
const seed = process.env.MONEY_SEED ? { seed: Number(process.env.MONEY_SEED) } : {}

describeOnEachDatabase((database) => {
  test('a shop that cleans answers, sells and raises alerts like one that never does', {
    timeout: 3 * 3_600_000,
  }, async () => {
    const story = fc.asyncProperty(storiesOfYears, async (story) => {
      const cleaned = await playOut(database(), story)
      const whole = await playOut(database(), story, { KEEP_FOR: 'ever' })
      expect([...cleaned.violations]).toEqual([])
      expect(cleaned.seen).toEqual(whole.seen)
    })
    await fc.assert(story, { verbose: 0, numRuns, ...seed })
  })
})
