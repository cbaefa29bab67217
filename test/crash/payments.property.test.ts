// Any story of presses, payments, webhooks and time, while the network fails and processes die at any await, twice in a
// row and while they start: at most one payin per attempt, no payment lost, no order fulfilled twice.
//
// A failure prints its seed and the shortest story that fails; `CRASH_SEED=… npx vitest run --project unit test/crash`
// repeats it. `npm run test:crashes` is the long version.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stories } from './arbitrary-stories.ts'
import { describeOnEachDatabase } from './databases.ts'
import { createPlayer } from './play.ts'
import { openWorld } from './world.ts'

const seed = process.env.CRASH_SEED ? { seed: Number(process.env.CRASH_SEED) } : {}
const runs = { verbose: 0, numRuns: Number(process.env.CRASH_RUNS ?? 25), ...seed }

describeOnEachDatabase((ground) => {
  test('whatever dies whenever, no payment is doubled, lost or fulfilled twice', {
    timeout: 3_600_000,
  }, async () => {
    const story = fc.asyncProperty(
      stories,
      async ({ instances, price, sandboxSeed, faults, steps, ending }) => {
        const world = await openWorld(ground(), { instances, prices: ['49.90', price], sandboxSeed })
        for (const fault of faults) world.sandbox.faults.add(fault)
        const player = await createPlayer(world)

        for (const step of steps) await player.play(step)
        const wrong = await player.comeToRest(ending)
        const payable = [await player.canBePaid(0), await player.canBePaid(1)]
        const left = await player.close()

        expect({ wrong, payable, left }).toEqual({ wrong: [], payable: [true, true], left: [] })
      },
    )
    await fc.assert(story, runs)
  })
})
