// What happened since the start, numbered, for those who follow it while it grows (`GET /sandbox/events`). Everybody who
// follows shares this one list and keeps only a number of it: who reads slowly misses the oldest, and costs no memory.
import { randomUUID } from 'node:crypto'

/**
 * A call and an attempt of a webhook are each told twice, with the same `id` in their data: when they begin, and when
 * they are over. `reset`: everything was forgotten.
 */
export type JournalEventType = 'call.started' | 'call.ended' | 'webhook.started' | 'webhook.ended' | 'reset'

/** `number` counts from 1, without gaps. */
export type JournalEvent = { number: number; type: JournalEventType; data: object }

export type Journal = ReturnType<typeof createJournal>

/** @param remembered how many events are kept for those who come later */
export function createJournal(remembered = 10_000) {
  const events: JournalEvent[] = []
  const watchers = new Set<() => void>()
  let last = 0
  /** The newest event that had to make room; one that a reset forgot is not missed by anybody. */
  let droppedUpTo = 0
  let closed = false

  function wakeAll() {
    for (const wake of [...watchers]) wake()
  }

  return {
    /** Of this process: numbers of another one mean nothing here. */
    run: randomUUID() as string,

    get last() {
      return last
    },

    get isClosed() {
      return closed
    },

    /** The data is copied: a delivery goes on changing, and what was told does not. */
    add(type: JournalEventType, data: object): void {
      last += 1
      events.push({ number: last, type, data: { ...data } })
      if (events.length > remembered) droppedUpTo = events.shift()?.number ?? droppedUpTo
      wakeAll()
    },

    /** The first event behind a number, and how many before it nobody can read any more. */
    after(number: number): { event: JournalEvent | undefined; missed: number } {
      const firstKept = last - events.length + 1
      return {
        event: events[Math.max(0, number + 1 - firstKept)],
        missed: Math.max(0, droppedUpTo - number),
      }
    },

    /** Runs at each event to come and at the end; returns how to stop. */
    watch(run: () => void): () => void {
      watchers.add(run)
      return () => void watchers.delete(run)
    },

    /** Forgets the events, not their numbers. */
    clear(): void {
      events.splice(0)
    },

    /** Whoever follows is told that nothing more comes. */
    close(): void {
      closed = true
      wakeAll()
    },
  }
}
