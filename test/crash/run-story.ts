// Plays a story: step by step, with processes that die and are replaced, until all comes to rest.
import { type Action, createActions } from './actions.ts'
import { createChecks } from './checks.ts'
import type { Instance, Running } from './instance.ts'
import type { Kill } from './killable-process.ts'
import type { NetworkFault } from './network.ts'
import type { World } from './world.ts'

/** Everything of it begins at the same time. */
export interface Moment {
  readonly acts: readonly (Action & { readonly instance: number })[]
  readonly weather: readonly NetworkFault[]
  /** How a process dies, and then its successors, from their start on. */
  readonly deaths: readonly Kill[]
  /** Which instance they are of. */
  readonly dying: number
}

export type Step = Moment | { readonly passMs: number } | { readonly downMs: number }

/** What becomes of the webhooks that had not arrived by then. */
export type Ending = 'told' | 'delivered_in_reverse' | 'lost'

export type StoryRunner = Awaited<ReturnType<typeof createStoryRunner>>

/** Opens the shop and plays. @param death of the first process, counted from its start */
export async function createStoryRunner(world: World, death?: Kill) {
  const { instances, timeline, until, sandbox, webhooks, database } = world
  const [first] = instances as [Instance]
  const acts = createActions(world)
  const checks = createChecks(world)
  /** First sweeps that go on while the doors are open already, as in a real start. */
  let firstSweeps: Promise<unknown>[] = []

  const askAll = (work: (running: Running) => Promise<unknown>) =>
    until(Promise.all(instances.map((instance) => instance.ask(work))))

  /** A dead process is replaced by one that begins with a sweep of everything. */
  async function replaceTheDead(deaths: readonly Kill[] = []): Promise<void> {
    const rest = [...deaths]
    for (const instance of instances) {
      while (instance.serverProcess.isKilled) {
        const death = rest.shift()
        await until(instance.start(death))
        const everything = acts.sweep(instance, true)
        if (death) await until(everything)
        else firstSweeps.push(everything)
      }
    }
  }

  async function playMoment(moment: Moment): Promise<void> {
    const of = (index: number) => instances[index % instances.length] as Instance
    const [death, ...next] = moment.deaths
    if (death) of(moment.dying).serverProcess.scheduleKill(death)
    world.network.failNextCalls(moment.weather)
    const work = [...firstSweeps, ...moment.acts.map((act) => acts.perform(act, of(act.instance)))]
    firstSweeps = []
    await until(Promise.all(work))
    await askAll(({ merchant }) => merchant.background.idle())
    await replaceTheDead(next)
  }

  async function replaceAll(downMs = 0): Promise<void> {
    for (const { serverProcess } of instances) serverProcess.kill()
    await timeline.advance(downMs)
    await replaceTheDead()
  }

  async function deliverTheRest(ending: Ending): Promise<void> {
    const rest = webhooks.letters.filter(({ arrived }) => !arrived)
    if (ending === 'delivered_in_reverse') rest.reverse()
    for (const letter of rest)
      if (ending !== 'lost' || acts.hasLateMoney(letter)) await until(acts.deliver(first, letter))
  }

  for (const instance of instances) await until(instance.start(instance === first ? death : undefined))
  await replaceTheDead()
  return {
    async play(step: Step): Promise<void> {
      if ('acts' in step) await playMoment(step)
      else if ('downMs' in step) await replaceAll(step.downMs)
      else await timeline.advance(step.passMs).then(() => replaceTheDead())
      await checks.checkNow()
    },

    /** Nothing goes wrong any more, and time passes until everything must be known. @returns what is wrong then */
    async comeToRest(ending: Ending): Promise<string[]> {
      sandbox.faults.reset()
      world.network.failNextCalls([])
      for (const { serverProcess } of instances) serverProcess.cancelKill()
      await replaceTheDead()
      await until(Promise.all(firstSweeps))
      await deliverTheRest(ending)
      for (const minutes of [0.6, 3, 31]) {
        await timeline.advance(minutes * 60_000)
        await askAll(({ merchant }) => merchant.sweep.runOnce())
      }
      await askAll(({ merchant }) => merchant.close())
      await replaceAll()
      await until(Promise.all(firstSweeps))
      await askAll(({ merchant }) => merchant.background.idle())
      await checks.checkNow()
      return checks.violations()
    },

    /** Whether a press on "pay" is answered as it must be: with a session, "paid already", or "two are open". */
    async canBePaid(order: number): Promise<boolean> {
      let status: number | undefined
      const press = acts.press(first, { order, tab: 99, choice: 0 }).then((answer) => {
        status = answer
      })
      await until(press)
      return status !== undefined && [201, 409, 422, 429].includes(status)
    },

    /** @returns what the processes leave behind */
    async close(): Promise<string[]> {
      await askAll(({ merchant }) => merchant.close())
      sandbox.dispose()
      await database.checkNothingIsLocked()
      const { transactions, statements, listeners } = database.open
      const left = { transactions, statements, listeners, timers: timeline.pending }
      return Object.entries(left).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
    },
  }
}
