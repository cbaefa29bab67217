// One successful payment, run again for each of its awaits: the process is killed there, before the await and after it.
import { expect, test } from 'vitest'
import type { Action } from './actions.ts'
import { readDatabaseState } from './database-state.ts'
import { describeOnEachDatabase, isLong } from './databases.ts'
import type { Kill } from './killable-process.ts'
import { relevantKills } from './kills.ts'
import { createStoryRunner, type StoryRunner } from './run-story.ts'
import type { SharedDatabase } from './shared-database.ts'
import { openWorld, type World } from './world.ts'

const press: Action = { do: 'press', order: 0, tab: 0, choice: 0 }

const acts = (runner: StoryRunner, ...all: Action[]) =>
  runner.run({
    acts: all.map((act) => ({ ...act, instance: 0 })),
    networkFaults: [],
    kills: [],
    killedInstance: 0,
  })

/** Delivers every webhook, and again after a failure, as the service does. */
async function deliverAll({ webhooks }: World, runner: StoryRunner): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    for (const [which, { isDelivered }] of webhooks.sent.entries())
      if (!isDelivered) await acts(runner, { do: 'webhook', which })
  }
}

/** A shopper presses "pay", pays, comes back and sees that it is paid. @param sync brings the status to the server */
async function payment(runner: StoryRunner, sync: () => Promise<void>): Promise<void> {
  await acts(runner, press)
  // After a crash there was no answer, so the widget repeats the request.
  await acts(runner, press)
  await acts(runner, { do: 'open', which: 0 })
  await sync()
  await acts(runner, { do: 'pay', which: 0 })
  await sync()
  await runner.run({ passMs: 2_500 })
  await sync()
  await acts(runner, { do: 'come_back', which: 0 })
  await acts(runner, { do: 'look', which: 0 })
}

/** The money comes when the server no longer checks the payment: only a webhook reports it. */
async function latePayment(world: World, runner: StoryRunner): Promise<void> {
  await acts(runner, press)
  await acts(runner, press)
  await runner.run({ passMs: 31 * 60_000 })
  await acts(runner, { do: 'sweep' })
  await acts(runner, { do: 'late_money', which: 0 })
  await deliverAll(world, runner)
  await acts(runner, { do: 'look', which: 0 })
}

const stories = {
  'reported by webhooks': (world: World, runner: StoryRunner) =>
    payment(runner, () => deliverAll(world, runner)),
  'found by the sweep': (_: World, runner: StoryRunner) =>
    payment(runner, async () => {
      await runner.run({ passMs: 31_000 })
      await acts(runner, { do: 'sweep' })
    }),
  'that comes late': latePayment,
}

async function runStory(database: SharedDatabase, story: keyof typeof stories, kill?: Kill) {
  const world = await openWorld(database)
  const runner = await createStoryRunner(world, kill)
  const firstProcess = world.instances[0]?.serverProcess
  const stepEnds = new Set<number>()
  await stories[story](world, {
    ...runner,
    async run(step) {
      await runner.run(step)
      stepEnds.add(firstProcess?.awaits.length ?? 0)
    },
  })
  const awaits = [...(firstProcess?.awaits ?? [])]
  const wrong = await runner.settle('lost')
  const left = await runner.close()
  const { attempts, shipped, alerts } = await readDatabaseState(database.db)
  const orders = (all: readonly { order: string }[]) => all.map(({ order }) => order)
  // `late_complete` depends on whether the server knew the payin's end before its money came, which the kill may change.
  const raised = alerts.map(({ kind }) => kind).filter((kind) => kind !== 'late_complete')
  return {
    awaits,
    stepEnds,
    seen: { attempts: orders(attempts), shipped: orders(shipped), alerts: raised, wrong, left },
  }
}

const shippedOnce = { attempts: ['O-1'], shipped: ['O-1'], alerts: [], wrong: [], left: [] }

describeOnEachDatabase((database) => {
  test.each(Object.keys(stories) as (keyof typeof stories)[])(
    'a payment %s is paid and shipped once, wherever the process is killed',
    { timeout: 600_000 },
    async (story) => {
      const undisturbed = await runStory(database(), story)
      expect(undisturbed.seen).toEqual(shippedOnce)
      for (const { at, when } of relevantKills(undisturbed)) {
        const { seen } = await runStory(database(), story, { at, when })
        const where = `${at} of ${undisturbed.awaits.length}: ${undisturbed.awaits[at - 1]}`
        expect(seen, `It dies ${when} await ${where}`).toEqual(shippedOnce)
      }
    },
  )
}, isLong)
