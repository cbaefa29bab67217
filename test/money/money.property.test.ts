// Any story of presses in any tab, by any method, and of a service that may complete, expire, break, revive and dispute
// payments, lag and lose webhooks, while the database is put back from a copy: no order is paid twice but by a shopper who
// had both pages open before, no payment is lost, no promise is taken back, and nothing payable is given out after one.
//
// A failure prints its seed and the shortest story that fails; `MONEY_SEED=… npx vitest run --project unit test/money`
// repeats it. `npm run test:money` is the long version. `MONEY_SURVEY=1` plays all stories and counts each complaint; with
// `MONEY_STORY=7` it plays that one alone, and prints it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../crash/databases.ts'
import { stories } from './arbitrary-stories.ts'
import { play } from './run-story.ts'

const numRuns = Number(process.env.MONEY_RUNS ?? 30)
const seed = process.env.MONEY_SEED ? { seed: Number(process.env.MONEY_SEED) } : {}
const isSurvey = process.env.MONEY_SURVEY !== undefined
const onlyStory = process.env.MONEY_STORY

describeOnEachDatabase((database) => {
  test.skipIf(isSurvey)(
    'no order is paid twice, no payment and no promise is lost, whatever happens',
    {
      timeout: 3 * 3_600_000,
    },
    async () => {
      const story = fc.asyncProperty(stories, async (story) => {
        expect([...(await play(database(), story))]).toEqual([])
      })
      await fc.assert(story, { verbose: 0, numRuns, ...seed })
    },
  )

  test.runIf(isSurvey)('counts what goes wrong in all stories', { timeout: 3 * 3_600_000 }, async () => {
    const counts = new Map<string, { runs: number; story: number; example: string }>()
    for (const [index, story] of fc.sample(stories, { numRuns, ...seed }).entries()) {
      if (onlyStory !== undefined && index !== Number(onlyStory)) continue
      if (onlyStory !== undefined) console.log(fc.stringify(story))
      for (const [label, example] of await play(database(), story))
        counts.set(label, { story: index, example, runs: (counts.get(label)?.runs ?? 0) + 1 })
    }
    console.table([...counts].map(([label, { runs, story, example }]) => ({ label, runs, story, example })))
    expect([...counts.keys()]).toEqual([])
  })
})
