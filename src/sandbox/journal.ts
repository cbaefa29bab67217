// Numbered events since the start, read by the listeners of `GET /sandbox/events`. All listeners share this list, and
// each keeps only the number of its last event: a slow listener misses the oldest events, but needs no memory.
import { randomUUID } from 'node:crypto'

/**
 * A call and a webhook attempt have two events with the same `id` in their data: one at the start, one at the end.
 * `reset`: all data was deleted.
 */
export type JournalEventType = 'call.started' | 'call.ended' | 'webhook.started' | 'webhook.ended' | 'reset'

/** `number` counts from 1, without gaps. */
export type JournalEvent = { number: number; type: JournalEventType; data: object }

export type Journal = ReturnType<typeof createJournal>

/** @param remembered how many events are kept for later readers */
export function createJournal(remembered = 10_000) {
  const events: JournalEvent[] = []
  const watchers = new Set<() => void>()
  let last = 0
  /** The newest event that was dropped for lack of room. Events that a reset deleted do not count as missed. */
  let droppedUpTo = 0
  let closed = false

  function wakeAll() {
    for (const wake of [...watchers]) wake()
  }

  return {
    /** Id of this process run. Event numbers of another run are not valid here. */
    run: randomUUID() as string,

    get last() {
      return last
    },

    get isClosed() {
      return closed
    },

    /** Copies the data, because a delivery changes later and its event must not. */
    add(type: JournalEventType, data: object): void {
      last += 1
      events.push({ number: last, type, data: { ...data } })
      if (events.length > remembered) droppedUpTo = events.shift()?.number ?? droppedUpTo
      wakeAll()
    },

    /** The first event after a number, and how many events before it were dropped. */
    after(number: number): { event: JournalEvent | undefined; missed: number } {
      const firstKept = last - events.length + 1
      return {
        event: events[Math.max(0, number + 1 - firstKept)],
        missed: Math.max(0, droppedUpTo - number),
      }
    },

    /** Calls `run` at each new event and at the end. Returns a function that stops it. */
    watch(run: () => void): () => void {
      watchers.add(run)
      return () => void watchers.delete(run)
    },

    /** Deletes the events. Numbers go on counting. */
    clear(): void {
      events.splice(0)
    },

    /** Ends the journal and notifies all watchers. */
    close(): void {
      closed = true
      wakeAll()
    },
  }
}
