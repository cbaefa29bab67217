import { createGate } from './gate.ts'
import { afterRequest, errorFields, type Log } from './log.ts'
import { databaseEvent } from './store/database-errors.ts'

/** Low enough that the service and the database can also handle the shoppers' create requests. */
const atOnce = 16
const maxWaiting = 1_000

/** Runs work when the work before it has ended. */
export type Sequence = (work: () => Promise<void>) => Promise<void>

export type Background = ReturnType<typeof createBackground>

/** Runs work that continues after its request was answered. Shutdown waits for it. */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>()
  const beside = new Set<Promise<void>>()
  const gate = createGate({ atOnce, waiting: maxWaiting, waitingByClient: maxWaiting })
  let atGate = 0

  /** @param run calls the work. An error of it is a line of the log */
  function follow(tasks: Set<Promise<void>>, run: () => Promise<void>): void {
    const task = afterRequest(() =>
      run().catch((error) => log(databaseEvent(error) ?? 'background_failed', errorFields(error))),
    ).finally(() => tasks.delete(task))
    tasks.add(task)
  }

  const throughGate = (work: () => Promise<void>): Promise<void> => {
    atGate++
    return gate.runAlways('', work).finally(() => atGate--)
  }

  return {
    /** Whether new work would wait for its turn for long. */
    get isBusy(): boolean {
      return atGate >= 2 * atOnce
    },
    /**
     * Runs work when its turn comes. When too much is waiting, it is dropped. So pass only work that the sweep finds
     * later (webhooks, outbox), or hints.
     * @param inSequence runs the work after other work of the same thing. What waits there takes no place from others
     * @returns whether the work will run
     */
    run(work: () => Promise<void>, inSequence: Sequence = (next) => next()): boolean {
      if (running.size >= atOnce + maxWaiting) {
        log('background_full', { count: running.size })
        return false
      }
      follow(running, () => inSequence(() => throughGate(work)))
      return true
    },
    /** Runs work at once, because it may hang and must hold up nothing. Only for work whose number is limited elsewhere. */
    runBeside(work: () => Promise<void>): void {
      follow(beside, work)
    },
    /** Resolves when all work is done. */
    async idle(): Promise<void> {
      while (running.size + beside.size > 0) await Promise.all([...running, ...beside])
    },
  }
}
