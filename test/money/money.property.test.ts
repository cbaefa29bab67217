// Random stories of create requests in any tab, by any method, and of a service that completes, expires, fails, revives and
// disputes payments, lags and loses webhooks, while the database is restored from a backup. An order is only paid twice by a
// shopper who had both hosted pages open before. No payment is lost, no authorization is forgotten, and after one no payable
// page is given out.
//
// A failure prints its seed and the shortest story that fails; `MONEY_SEED=… npx vitest run --project unit test/money`
// repeats it. `npm run test:money` is the long version. `MONEY_SURVEY=1` runs all stories and counts each violation; with
// `MONEY_STORY=7` it runs that one alone, and prints it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../crash/databases.ts'
import { stories } from './arbitrary-stories.ts'
import { runStory } from './run-story.ts'

const numRuns = Number(process.env.MONEY_RUNS ?? 8)
const seed = process.env.MONEY_SEED ? { seed: Number(process.env.MONEY_SEED) } : {}
const isSurvey = process.env.MONEY_SURVEY !== undefined
const onlyStory = process.env.MONEY_STORY

describeOnEachDatabase((database) => {
  test.skipIf(isSurvey)(
    'the server pays no order twice and loses no payment and no authorization, in any story',
    {
      timeout: 3 * 3_600_000,
    },
    async () => {
      const story = fc.asyncProperty(stories, async (story) => {
        expect([...(await runStory(database(), story))]).toEqual([])
      })
      await fc.assert(story, { verbose: 0, numRuns, ...seed })
    },
  )

  test.runIf(isSurvey)(
    'the survey counts the violations of all stories',
    { timeout: 3 * 3_600_000 },
    async () => {
      const counts = new Map<string, { runs: number; story: number; example: string }>()
      for (const [index, story] of fc.sample(stories, { numRuns, ...seed }).entries()) {
        if (onlyStory !== undefined && index !== Number(onlyStory)) continue
        if (onlyStory !== undefined) console.log(fc.stringify(story))
        for (const [label, example] of await runStory(database(), story))
          counts.set(label, { story: index, example, runs: (counts.get(label)?.runs ?? 0) + 1 })
      }
      console.table([...counts].map(([label, { runs, story, example }]) => ({ label, runs, story, example })))
      expect([...counts.keys()]).toEqual([])
    },
  )
})
