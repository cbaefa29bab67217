// One payment that goes well, told again for each of its awaits: the process dies there, before and after.
import { expect, test } from 'vitest'
import type { Action } from './actions.ts'
import { readDatabaseState } from './database-state.ts'
import { describeOnEachDatabase } from './databases.ts'
import type { Kill } from './killable-process.ts'
import { createStoryRunner, type StoryRunner } from './run-story.ts'
import type { SharedDatabase } from './shared-database.ts'
import { openWorld, type World } from './world.ts'

const press: Action = { do: 'press', order: 0, tab: 0, choice: 0 }

const acts = (runner: StoryRunner, ...all: Action[]) =>
  runner.play({ acts: all.map((act) => ({ ...act, instance: 0 })), weather: [], deaths: [], dying: 0 })

/** A webhook is sent again until somebody takes it. */
async function tell({ webhooks }: World, runner: StoryRunner): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    for (const [which, { arrived }] of webhooks.letters.entries())
      if (!arrived) await acts(runner, { do: 'webhook', which })
  }
}

/** She presses, pays, comes back and sees that it is paid. @param news brings what the service has to say */
async function payment(runner: StoryRunner, news: () => Promise<void>): Promise<void> {
  await acts(runner, press)
  // After a crash nobody has answered, so the widget presses again.
  await acts(runner, press)
  await acts(runner, { do: 'open', which: 0 })
  await news()
  await acts(runner, { do: 'pay', which: 0 })
  await news()
  await runner.play({ passMs: 2_500 })
  await news()
  await acts(runner, { do: 'come_back', which: 0 })
  await acts(runner, { do: 'look', which: 0 })
}

/** Her money comes when nobody asks about it any more: only a webhook can tell. */
async function latePayment(world: World, runner: StoryRunner): Promise<void> {
  await acts(runner, press)
  await acts(runner, press)
  await runner.play({ passMs: 31 * 60_000 })
  await acts(runner, { do: 'sweep' })
  await acts(runner, { do: 'late_money', which: 0 })
  await tell(world, runner)
  await acts(runner, { do: 'look', which: 0 })
}

const stories = {
  'told by webhooks': (world: World, runner: StoryRunner) => payment(runner, () => tell(world, runner)),
  'found by the sweep': (_: World, runner: StoryRunner) =>
    payment(runner, async () => {
      await runner.play({ passMs: 31_000 })
      await acts(runner, { do: 'sweep' })
    }),
  'that comes late': latePayment,
}

type DeathAt = Extract<Kill, { at: number }>
type Played = Awaited<ReturnType<typeof play>>

async function play(database: SharedDatabase, story: keyof typeof stories, death?: Kill) {
  const world = await openWorld(database)
  const runner = await createStoryRunner(world, death)
  const firstProcess = world.instances[0]?.serverProcess
  const stepEnds = new Set<number>()
  await stories[story](world, {
    ...runner,
    async play(step) {
      await runner.play(step)
      stepEnds.add(firstProcess?.awaits.length ?? 0)
    },
  })
  const awaits = [...(firstProcess?.awaits ?? [])]
  const wrong = await runner.comeToRest('lost')
  const left = await runner.close()
  const { attempts, shipped, alerts } = await readDatabaseState(database.db)
  const orders = (all: readonly { order: string }[]) => all.map(({ order }) => order)
  // Whether the end of a payin was known before its money came is not the story's to say.
  const raised = alerts.map(({ kind }) => kind).filter((kind) => kind !== 'late_complete')
  return {
    awaits,
    stepEnds,
    seen: { attempts: orders(attempts), shipped: orders(shipped), alerts: raised, wrong, left },
  }
}

const shippedOnce = { attempts: ['O-1'], shipped: ['O-1'], alerts: [], wrong: [], left: [] }

const isLong = process.env.CRASH_RUNS !== undefined

/** Nothing is different after it: it reads, or its transaction is not committed yet. */
const changesNothing = (name = '') => /^(select|GET|listen|tx:)/.test(name)

/** Every death of a process with these awaits. */
function* everyDeath({ awaits, stepEnds }: Played): Generator<DeathAt> {
  for (let at = 1; at <= awaits.length; at++) {
    yield { at, when: 'before' }
    // Within a step nothing happens between an await and the next: dead after the one is dead before the other.
    if (stepEnds.has(at) || isLong) yield { at, when: 'after' }
  }
}

/** Those of them before which something has happened since the last one; in the long run all. */
function* deathsThatDiffer(played: Played): Generator<DeathAt> {
  for (const death of everyDeath(played)) {
    const last = death.at - 1
    if (
      isLong ||
      death.when === 'after' ||
      played.stepEnds.has(last) ||
      !changesNothing(played.awaits[last - 1])
    )
      yield death
  }
}

describeOnEachDatabase((database) => {
  test.each(Object.keys(stories) as (keyof typeof stories)[])(
    'a payment %s is paid and shipped once, wherever the process dies',
    { timeout: 600_000 },
    async (story) => {
      const undisturbed = await play(database(), story)
      expect(undisturbed.seen).toEqual(shippedOnce)
      for (const { at, when } of deathsThatDiffer(undisturbed)) {
        const { seen } = await play(database(), story, { at, when })
        const where = `${at} of ${undisturbed.awaits.length}: ${undisturbed.awaits[at - 1]}`
        expect(seen, `It dies ${when} await ${where}`).toEqual(shippedOnce)
      }
    },
  )
}, isLong)
