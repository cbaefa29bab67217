// Notifies held reads when their session changes. A notification carries no data and can be lost. So the versions of all
// sessions with held reads are read again every few seconds, in one query for all of them.
import type { Clock } from '../../server/index.ts'
import { sessionChanged } from '../session/session-row.ts'
import type { Db, NotificationListener } from '../store/db.ts'
import { createDeadlines, type Waiter } from './deadlines.ts'

const rereadMs = 5_000

interface Subscription extends Waiter {
  readonly version: number
}

export type SessionNotifications = Awaited<ReturnType<typeof startNotifications>>

/**
 * Starts listening.
 * @param onFault called when reading the versions fails; the loop continues
 * @param onHeld called when a read begins to be held, and when it ends
 */
export async function startNotifications(
  db: Db,
  clock: Clock,
  onFault: (error: unknown) => void,
  onHeld?: (isHeld: boolean) => void,
) {
  const subscriptions = new Map<string, Set<Subscription>>()
  const ended = new AbortController()
  const deadlines = createDeadlines(clock, ended.signal)

  const wake = (session: string) => {
    for (const subscription of subscriptions.get(session) ?? []) subscription.wake(false)
  }
  const listeners = new Set<NotificationListener>()
  const stopListening = await db.listen(sessionChanged, (session, awayMs) => {
    for (const each of listeners) each(session, awayMs)
    if (session !== null) wake(session)
    else for (const each of subscriptions.keys()) wake(each)
  })

  async function reread(): Promise<void> {
    const ids = [...subscriptions.keys()]
    if (ids.length === 0) return
    const rows = await db.query<{ id: string; version: number }>(
      'select id, version from payin_checkout.sessions where id = any($1::uuid[])',
      [ids],
    )
    for (const { id, version } of rows) {
      for (const subscription of subscriptions.get(id) ?? [])
        if (subscription.version !== version) subscription.wake(false)
    }
  }

  const loop = (async () => {
    while (!ended.signal.aborted) {
      await clock.sleep(rereadMs, ended.signal).catch(() => undefined)
      if (!ended.signal.aborted) await reread().catch(onFault)
    }
  })()

  return {
    /** Calls back for every change, and with `null` when notifications may have been missed. */
    onChange(listener: NotificationListener): void {
      listeners.add(listener)
    },
    /**
     * Calls back whenever the session may have another version than this one, and when the time is up.
     * @returns how to unsubscribe
     */
    subscribe(
      session: string,
      version: number,
      waitMs: number,
      wake: (isTimeUp: boolean) => void,
    ): () => void {
      const subscription = { version, until: clock.now() + waitMs, wake }
      // A server that shuts down holds no reads.
      if (ended.signal.aborted) wake(false)
      const all = subscriptions.get(session) ?? new Set()
      subscriptions.set(session, all.add(subscription))
      deadlines.add(waitMs, subscription)
      onHeld?.(true)
      return () => {
        if (!all.delete(subscription)) return
        deadlines.remove(waitMs, subscription)
        onHeld?.(false)
        if (all.size === 0 && subscriptions.get(session) === all) subscriptions.delete(session)
      }
    },
    /** Whether the server is shutting down: then no read is held. */
    get ended(): boolean {
      return ended.signal.aborted
    },
    /** How many reads are held. */
    get size(): number {
      return [...subscriptions.values()].reduce((sum, all) => sum + all.size, 0)
    },
    /** Ends all held reads and stops listening. */
    async stop(): Promise<void> {
      ended.abort()
      for (const each of subscriptions.keys()) wake(each)
      await loop
      await stopListening()
    },
  }
}
