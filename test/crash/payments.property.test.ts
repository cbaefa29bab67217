// Random stories of create requests, payments, webhooks and time, while the network fails and processes are killed at any
// await, also twice in a row and while they start. There is at most one payin per attempt, no payment is lost, and no order is
// fulfilled twice.
//
// A failure prints its seed and the shortest story that fails; `CRASH_SEED=… npx vitest run --project unit test/crash`
// repeats it. `npm run test:crashes` is the long version.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stories } from './arbitrary-stories.ts'
import { describeOnEachDatabase } from './databases.ts'
import { createStoryRunner } from './run-story.ts'
import { openWorld } from './world.ts'

const seed = process.env.CRASH_SEED ? { seed: Number(process.env.CRASH_SEED) } : {}
const runs = { verbose: 0, numRuns: Number(process.env.CRASH_RUNS ?? 8), ...seed }

describeOnEachDatabase((database) => {
  test('no payment is doubled, lost or fulfilled twice, at whatever await processes are killed', {
    timeout: 3_600_000,
  }, async () => {
    const story = fc.asyncProperty(
      stories,
      async ({ instances, price, sandboxSeed, faults, steps, ending }) => {
        const world = await openWorld(database(), { instances, prices: ['49.90', price], sandboxSeed })
        for (const fault of faults) world.sandbox.faults.add(fault)
        const runner = await createStoryRunner(world)

        for (const step of steps) await runner.run(step)
        const wrong = await runner.settle(ending)
        const payable = [await runner.canBePaid(0), await runner.canBePaid(1)]
        const left = await runner.close()

        expect({ wrong, payable, left }).toEqual({ wrong: [], payable: [true, true], left: [] })
      },
    )
    await fc.assert(story, runs)
  })
})
