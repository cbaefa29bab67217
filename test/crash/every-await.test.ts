// One payment that goes well, told again for each of its awaits: the process dies there, before and after.
import { expect, test } from 'vitest'
import type { Act } from './acts.ts'
import { readBooks } from './books.ts'
import { describeOnEachDatabase } from './databases.ts'
import type { Ground } from './ground.ts'
import type { Death } from './mortal.ts'
import { createPlayer, type Player } from './play.ts'
import { openWorld, type World } from './world.ts'

const press: Act = { do: 'press', order: 0, tab: 0, choice: 0 }

const acts = (player: Player, ...all: Act[]) =>
  player.play({ acts: all.map((act) => ({ ...act, instance: 0 })), weather: [], deaths: [], dying: 0 })

/** A webhook is sent again until somebody takes it. */
async function tell({ postman }: World, player: Player): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    for (const [which, { arrived }] of postman.letters.entries())
      if (!arrived) await acts(player, { do: 'webhook', which })
  }
}

/** She presses, pays, comes back and sees that it is paid. @param news brings what the service has to say */
async function payment(player: Player, news: () => Promise<void>): Promise<void> {
  await acts(player, press)
  // After a crash nobody has answered, so the widget presses again.
  await acts(player, press)
  await acts(player, { do: 'open', which: 0 })
  await news()
  await acts(player, { do: 'pay', which: 0 })
  await news()
  await player.play({ passMs: 2_500 })
  await news()
  await acts(player, { do: 'come_back', which: 0 })
  await acts(player, { do: 'look', which: 0 })
}

/** Her money comes when nobody asks about it any more: only a webhook can tell. */
async function latePayment(world: World, player: Player): Promise<void> {
  await acts(player, press)
  await acts(player, press)
  await player.play({ passMs: 31 * 60_000 })
  await acts(player, { do: 'sweep' })
  await acts(player, { do: 'late_money', which: 0 })
  await tell(world, player)
  await acts(player, { do: 'look', which: 0 })
}

const stories = {
  'told by webhooks': (world: World, player: Player) => payment(player, () => tell(world, player)),
  'found by the sweep': (_: World, player: Player) =>
    payment(player, async () => {
      await player.play({ passMs: 31_000 })
      await acts(player, { do: 'sweep' })
    }),
  'that comes late': latePayment,
}

type DeathAt = Extract<Death, { at: number }>
type Played = Awaited<ReturnType<typeof play>>

async function play(ground: Ground, story: keyof typeof stories, death?: Death) {
  const world = await openWorld(ground)
  const player = await createPlayer(world, death)
  const firstProcess = world.instances[0]?.mortal
  const stepEnds = new Set<number>()
  await stories[story](world, {
    ...player,
    async play(step) {
      await player.play(step)
      stepEnds.add(firstProcess?.awaits.length ?? 0)
    },
  })
  const awaits = [...(firstProcess?.awaits ?? [])]
  const wrong = await player.comeToRest('lost')
  const left = await player.close()
  const { attempts, shipped, alerts } = await readBooks(ground.db)
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

describeOnEachDatabase((ground) => {
  test.each(Object.keys(stories) as (keyof typeof stories)[])(
    'a payment %s is paid and shipped once, wherever the process dies',
    { timeout: 600_000 },
    async (story) => {
      const undisturbed = await play(ground(), story)
      expect(undisturbed.seen).toEqual(shippedOnce)
      for (const { at, when } of deathsThatDiffer(undisturbed)) {
        const { seen } = await play(ground(), story, { at, when })
        const where = `${at} of ${undisturbed.awaits.length}: ${undisturbed.awaits[at - 1]}`
        expect(seen, `It dies ${when} await ${where}`).toEqual(shippedOnce)
      }
    },
  )
}, isLong)
