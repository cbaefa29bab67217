// Held reads take turns. HTTP/1.1 gives a browser six connections to a host, over all its tabs (FACTS 12): payments that
// are followed must not use them up, or the next press waits until one of them has news.
import { browserClock } from './browser-clock.ts'

/** After about as long a read that finds no place asks without one. Never in step, or the same one is always too early. */
const queueTimeoutMs = () => 4_000 + 2_000 * Math.random()

interface Locks {
  request(name: string, options: { signal: AbortSignal }, run: () => unknown): Promise<unknown>
}

const ends = new Map<string, Promise<unknown>>()

/** Where the browser has no locks for us (plain http, some frames) the page counts its own reads. */
const ownLocks: Locks = {
  request(name, _, run) {
    const turn = Promise.resolve(ends.get(name)).then(run)
    ends.set(name, turn)
    return turn
  },
}

/**
 * Reads in one of the two places that a browser has at a host, or after some seconds in line without one. Who asks first
 * is first: a read that has ended stands in line again. A hidden tab leaves one place to those that are looked at.
 *
 * @param host the endpoint's origin
 * @param signal ends the waiting too; `read` is called all the same, and rejects
 */
export function withReadSlot<Result>(
  host: string,
  signal: AbortSignal,
  read: (hasSlot: boolean) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const queue = new AbortController()
    /** @returns what ends when the place is free again */
    function start(hasSlot: boolean): Promise<void> | undefined {
      // The other place was first.
      if (queue.signal.aborted) return
      queue.abort()
      stopWaiting()
      const reading = read(hasSlot)
      reading.then(resolve, reject)
      return new Promise((resolve) => {
        const listening = new AbortController()
        const leave = () => {
          listening.abort()
          resolve()
        }
        reading.then(leave, leave)
        // Another tab that needs the lock would throw this page out of the back/forward cache.
        globalThis.addEventListener?.('pagehide', leave, { signal: listening.signal })
      })
    }
    const stopWaiting = browserClock.after(queueTimeoutMs(), () => start(false))
    signal.addEventListener('abort', () => start(false), { signal: queue.signal })
    for (const slot of globalThis.document?.hidden ? [2] : [1, 2]) {
      const ask = (locks: Locks) =>
        locks.request(`payin-checkout ${slot} ${host}`, { signal: queue.signal }, () => start(true))
      ask(globalThis.navigator?.locks ?? ownLocks).catch(() => queue.signal.aborted || ask(ownLocks))
    }
  })
}
