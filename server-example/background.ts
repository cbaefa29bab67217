import { afterRequest, errorFields, type Log } from './log.ts'

/** Work that goes on after its request was answered; nothing is forgotten at shutdown. */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>()
  return {
    run(work: () => Promise<void>): void {
      const task = afterRequest(() =>
        work().catch((error) => log('background_failed', errorFields(error))),
      ).finally(() => running.delete(task))
      running.add(task)
    },
    /** Resolves when all of it is done. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
