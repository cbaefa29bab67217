// Sends notifications after the commit, not inside the transaction: a transaction with a `NOTIFY` takes a lock on the
// whole cluster when it commits, so such transactions commit one by one. Listeners in this process are called directly.
import { setTimeout } from 'node:timers/promises'
import type { NotificationListener, OnFault, Queries } from './db.ts'

/** Each statement is a commit. Under load this pause puts some dozens of notifications into one. */
const pauseMs = 10

/** One notification of a transaction. */
export type Notification = readonly [channel: string, payload: string]

export interface Notifier {
  /** Emits the notifications of a committed transaction, each once. */
  emit(notifications: readonly Notification[]): void
  /** Adds a listener in this process. @returns a function that removes it */
  add(channel: string, listener: NotificationListener): () => void
  /** Resolves when all notifications are sent. */
  idle(): Promise<void>
}

/**
 * Creates a notifier.
 * @param query sends notifications to other processes, many in one statement; `null`: there are no other processes
 * @param onFault called when sending failed. Nothing is repeated: listeners read again every few seconds anyway
 */
export function createNotifier(query: Queries['query'] | null, onFault: OnFault): Notifier {
  const listeners = new Map<string, Set<NotificationListener>>()
  let waiting = new Map<string, Notification>()
  let sending: Promise<void> | null = null

  function emitLocally([channel, payload]: Notification): void {
    for (const listener of [...(listeners.get(channel) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        onFault(error as Error)
      }
    }
  }

  /** Sends one statement at a time. Notifications that arrive meanwhile, or in a short pause after it, go into the next. */
  async function sendAll(send: Queries['query']): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()]
      waiting = new Map()
      await send(
        'select count(pg_notify(channel, payload)::text)::int as sent from unnest($1::text[], $2::text[]) as n (channel, payload)',
        [batch.map(([channel]) => channel), batch.map(([, payload]) => payload)],
      ).catch(onFault)
      await setTimeout(pauseMs)
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
      for (const each of once.values()) emitLocally(each)
    },
    add(channel, listener) {
      const all = listeners.get(channel) ?? new Set()
      // Wrapped, so that the same function can be added twice and removed once.
      const own: NotificationListener = (...notification) => listener(...notification)
      listeners.set(channel, all.add(own))
      return () => void all.delete(own)
    },
    async idle() {
      while (sending) await sending
    },
  }
}
