// Limits how many held reads a browser has open at a host. HTTP/1.1 allows six connections to a host, over all tabs
// (docs/internals/browser-facts.md#six-connections-per-host). If held reads used all of them, the next press would wait until a session changes.
import { browserClock } from './browser-clock.ts'

/** A read that waited this long runs without a slot. Random, or of several waiting reads the same one would always lose. */
const queueTimeoutMs = () => 4_000 + 2_000 * Math.random()

interface Locks {
  request(name: string, options: { signal: AbortSignal }, run: () => unknown): Promise<unknown>
}

const ends = new Map<string, Promise<unknown>>()

/** If the browser has no Web Locks (plain http, some frames), this page limits only its own reads. */
const ownLocks: Locks = {
  request(name, _, run) {
    const turn = Promise.resolve(ends.get(name)).then(run)
    ends.set(name, turn)
    return turn
  },
}

/**
 * Runs a read in one of the browser's two slots for a host, or without a slot after some seconds in the queue. The queue
 * is first come, first served. A hidden tab uses only one of the slots, so that one stays free for visible tabs.
 *
 * @param host the endpoint's origin
 * @param signal aborts the wait, too; `read` is then still called, and rejects
 */
export function withReadSlot<Result>(
  host: string,
  signal: AbortSignal,
  read: (hasSlot: boolean) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const queue = new AbortController()
    /** @returns a promise that resolves when the slot is free again */
    function start(hasSlot: boolean): Promise<void> | undefined {
      // The read runs already: it got the other slot, or the queue timeout passed.
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
        // Release the lock: if another tab waits for it, the browser drops this page from the back/forward cache.
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
