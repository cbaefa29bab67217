// From outside, a shop that cleans old sessions behaves like one that never cleans. The same story runs on both: create
// requests get the same answers, the same orders are paid and shipped, the same alerts are raised, and the service gets the
// same payments. Two intended differences are left out of the stories: a cleaned key begins a new attempt, and a cleaned id is
// answered with 404.
//
// A failure prints its seed and the shortest story; `MONEY_SEED=… npx vitest run --project unit test/money/cleaned` repeats it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../crash/databases.ts'
import { storiesOfYears } from './arbitrary-stories.ts'
import { runAndRecord } from './run-story.ts'

/** Each story runs in two shops, so a third of the stories of money.property.test.ts takes as long. */
const numRuns = Math.ceil(Number(process.env.MONEY_RUNS ?? 8) / 3)
const seed = process.env.MONEY_SEED ? { seed: Number(process.env.MONEY_SEED) } : {}

describeOnEachDatabase((database) => {
  test('a shop that cleans old sessions answers, sells and raises alerts like one that never cleans', {
    timeout: 3 * 3_600_000,
  }, async () => {
    const story = fc.asyncProperty(storiesOfYears, async (story) => {
      const cleaned = await runAndRecord(database(), story)
      const uncleaned = await runAndRecord(database(), story, { KEEP_FOR: 'ever' })
      expect([...cleaned.violations]).toEqual([])
      expect(cleaned.seen).toEqual(uncleaned.seen)
    })
    await fc.assert(story, { verbose: 0, numRuns, ...seed })
  })
})
