// Runs a story step by step. Processes are killed and replaced, until nothing is left to happen.
import { type Action, createActions } from './actions.ts'
import { createChecks } from './checks.ts'
import type { Instance, Running } from './instance.ts'
import type { Kill } from './killable-process.ts'
import type { NetworkFault } from './network.ts'
import type { World } from './world.ts'

/** Actions that begin at the same time. */
export interface Moment {
  readonly acts: readonly (Action & { readonly instance: number })[]
  readonly networkFaults: readonly NetworkFault[]
  /** How a process is killed, and then each of its successors, counted from its start. */
  readonly kills: readonly Kill[]
  /** The index of the instance whose processes are killed. */
  readonly killedInstance: number
}

export type Step = Moment | { readonly passMs: number } | { readonly downMs: number }

/** What happens at the end with webhooks that were not delivered yet. */
export type Ending = 'delivered' | 'delivered_in_reverse' | 'lost'

export type StoryRunner = Awaited<ReturnType<typeof createStoryRunner>>

/** Starts the shop and makes the runner. @param kill when the first process is killed, counted from its start */
export async function createStoryRunner(world: World, kill?: Kill) {
  const { instances, timeline, until, sandbox, webhooks, database } = world
  const [first] = instances as [Instance]
  const acts = createActions(world)
  const checks = createChecks(world)
  /** The first sweeps of new processes, which run while requests are served already, as in a real start. */
  let firstSweeps: Promise<unknown>[] = []

  const askAll = (work: (running: Running) => Promise<unknown>) =>
    until(Promise.all(instances.map((instance) => instance.ask(work))))

  /** Replaces each killed process by a new one, which begins with a sweep of everything. */
  async function replaceKilled(kills: readonly Kill[] = []): Promise<void> {
    const rest = [...kills]
    for (const instance of instances) {
      while (instance.serverProcess.isKilled) {
        const kill = rest.shift()
        await until(instance.start(kill))
        const everything = acts.sweep(instance, true)
        if (kill) await until(everything)
        else firstSweeps.push(everything)
      }
    }
  }

  async function runMoment(moment: Moment): Promise<void> {
    const of = (index: number) => instances[index % instances.length] as Instance
    const [kill, ...next] = moment.kills
    if (kill) of(moment.killedInstance).serverProcess.scheduleKill(kill)
    world.network.failNextCalls(moment.networkFaults)
    const work = [...firstSweeps, ...moment.acts.map((act) => acts.perform(act, of(act.instance)))]
    firstSweeps = []
    await until(Promise.all(work))
    await askAll(({ merchant }) => merchant.background.idle())
    await replaceKilled(next)
  }

  async function replaceAll(downMs = 0): Promise<void> {
    for (const { serverProcess } of instances) serverProcess.kill()
    await timeline.advance(downMs)
    await replaceKilled()
  }

  async function deliverTheRest(ending: Ending): Promise<void> {
    const rest = webhooks.sent.filter(({ isDelivered }) => !isDelivered)
    if (ending === 'delivered_in_reverse') rest.reverse()
    for (const webhook of rest)
      if (ending !== 'lost' || acts.hasLateMoney(webhook)) await until(acts.deliver(first, webhook))
  }

  for (const instance of instances) await until(instance.start(instance === first ? kill : undefined))
  await replaceKilled()
  return {
    async run(step: Step): Promise<void> {
      if ('acts' in step) await runMoment(step)
      else if ('downMs' in step) await replaceAll(step.downMs)
      else await timeline.advance(step.passMs).then(() => replaceKilled())
      await checks.checkNow()
    },

    /** Ends all faults, and lets time pass until the server must know everything. @returns the violations */
    async settle(ending: Ending): Promise<string[]> {
      sandbox.faults.reset()
      world.network.failNextCalls([])
      for (const { serverProcess } of instances) serverProcess.cancelKill()
      await replaceKilled()
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

    /** Whether a create request gets an expected answer: a session, "paid already", or "two payments are open". */
    async canBePaid(order: number): Promise<boolean> {
      let status: number | undefined
      const press = acts.press(first, { order, tab: 99, choice: 0 }).then((answer) => {
        status = answer
      })
      await until(press)
      return status !== undefined && [201, 409, 422, 429].includes(status)
    },

    /** @returns the resources that the processes have not released */
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
