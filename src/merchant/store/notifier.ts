// Notifications are sent after the commit, not in it: a transaction that holds a `NOTIFY` takes a lock of the whole cluster when
// it commits, so that all of them would commit one by one. What this process tells, its own listeners hear at once.
import type { Heard, OnFault, Queries } from './db.ts'

/** What a transaction wants to tell: channel and payload. */
export type Notification = readonly [channel: string, payload: string]

export interface Notifier {
  /** Tells a committed transaction's notifications, each once. */
  emit(notifications: readonly Notification[]): void
  /** Adds a listener of this process. @returns how to remove it */
  add(channel: string, heard: Heard): () => void
  /** Resolves when everything is sent. */
  idle(): Promise<void>
}

/**
 * Makes what tells notifications.
 * @param query sends them to other processes, many in one statement; absent: there are none
 * @param onFault told when they could not be sent; readers re-read every few seconds
 */
export function createNotifier(query: Queries['query'] | null, onFault: OnFault): Notifier {
  const listeners = new Map<string, Set<Heard>>()
  let waiting = new Map<string, Notification>()
  let sending: Promise<void> | null = null

  function tellHere([channel, payload]: Notification): void {
    for (const heard of [...(listeners.get(channel) ?? [])]) {
      try {
        heard(payload)
      } catch (error) {
        onFault(error as Error)
      }
    }
  }

  /** One statement at a time: what comes meanwhile goes with the next one. */
  async function sendAll(send: Queries['query']): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()]
      waiting = new Map()
      await send(
        'select count(pg_notify(channel, payload)::text)::int as told from unnest($1::text[], $2::text[]) as n (channel, payload)',
        [batch.map(([channel]) => channel), batch.map(([, payload]) => payload)],
      ).catch(onFault)
    }
    sending = null
  }

  return {
    emit(notifications) {
      if (notifications.length === 0) return
      const once = new Map(notifications.map((each) => [each.join(' '), each]))
      if (query) {
        for (const [name, each] of once) waiting.set(name, each)
        sending ??= sendAll(query)
      }
      for (const each of once.values()) tellHere(each)
    },
    add(channel, heard) {
      const all = listeners.get(channel) ?? new Set()
      // A listener of its own, so that the same function can be added twice.
      const own: Heard = (...told) => heard(...told)
      listeners.set(channel, all.add(own))
      return () => void all.delete(own)
    },
    async idle() {
      while (sending) await sending
    },
  }
}
