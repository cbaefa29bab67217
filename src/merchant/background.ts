import { createGate } from './gate.ts'
import { afterRequest, errorFields, type Log } from './log.ts'

/** Fewer than the service and the database can bear beside the presses of shoppers. */
const atOnce = 16
const maxWaiting = 1_000

/** Work that goes on after its request was answered; nothing is forgotten at shutdown. */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>()
  const gate = createGate({ atOnce, waiting: maxWaiting, waitingByAsker: maxWaiting })
  return {
    /**
     * Runs work after what waits already. When there is too much of it, it is left undone: whatever is given here is
     * either found by the sweep later (webhooks, outbox), or a hint. @returns whether it will be done
     */
    run(work: () => Promise<void>): boolean {
      if (running.size >= atOnce + maxWaiting) {
        log('background_full', { count: running.size })
        return false
      }
      const task = afterRequest(() =>
        gate.runAlways('', work).catch((error) => log('background_failed', errorFields(error))),
      ).finally(() => running.delete(task))
      running.add(task)
      return true
    },
    /** Resolves when all of it is done. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
