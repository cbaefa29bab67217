// Wakes held requests when their session changes. A notification is a wake-up, not a message: it can be lost, so the
// versions of all watched sessions are read again every few seconds, in one query however many wait.
import type { Clock } from '../../server/index.ts'
import { sessionChanged } from '../session/session-row.ts'
import type { Db, Heard } from '../store/db.ts'
import { createDeadlines, type Waiter } from './deadlines.ts'

const rereadMs = 5_000

interface Watch extends Waiter {
  readonly version: number
}

export type SessionNotifications = Awaited<ReturnType<typeof startNotifications>>

/**
 * Starts listening.
 * @param onFault told when re-reading fails; it goes on
 * @param onHeld told each request that begins to be held, and each that ends
 */
export async function startNotifications(
  db: Db,
  clock: Clock,
  onFault: (error: unknown) => void,
  onHeld?: (isHeld: boolean) => void,
) {
  const watches = new Map<string, Set<Watch>>()
  const ended = new AbortController()
  const deadlines = createDeadlines(clock, ended.signal)

  const wake = (session: string) => {
    for (const subscribe of watches.get(session) ?? []) subscribe.wake(false)
  }
  const listeners = new Set<Heard>()
  const stopListening = await db.listen(sessionChanged, (session, awayMs) => {
    for (const each of listeners) each(session, awayMs)
    if (session !== null) wake(session)
    else for (const each of watches.keys()) wake(each)
  })

  async function reread(): Promise<void> {
    const ids = [...watches.keys()]
    if (ids.length === 0) return
    const rows = await db.query<{ id: string; version: number }>(
      'select id, version from payin_checkout.sessions where id = any($1::uuid[])',
      [ids],
    )
    for (const { id, version } of rows) {
      for (const watch of watches.get(id) ?? []) if (watch.version !== version) watch.wake(false)
    }
  }

  const loop = (async () => {
    while (!ended.signal.aborted) {
      await clock.sleep(rereadMs, ended.signal).catch(() => undefined)
      if (!ended.signal.aborted) await reread().catch(onFault)
    }
  })()

  return {
    /** Calls back for every change; with `null` when some may have been missed. */
    onChange(heard: Heard): void {
      listeners.add(heard)
    },
    /**
     * Calls back whenever the session may have another version than this one, and when the time is up.
     * @returns how to stop
     */
    watch(session: string, version: number, waitMs: number, wake: (isTimeUp: boolean) => void): () => void {
      const watch = { version, until: clock.now() + waitMs, wake }
      // A server that is going down holds nobody any more.
      if (ended.signal.aborted) wake(false)
      const all = watches.get(session) ?? new Set()
      watches.set(session, all.add(watch))
      deadlines.add(waitMs, watch)
      onHeld?.(true)
      return () => {
        if (!all.delete(watch)) return
        deadlines.remove(waitMs, watch)
        onHeld?.(false)
        if (all.size === 0 && watches.get(session) === all) watches.delete(session)
      }
    },
    /** The server is going down: nobody is held any more. */
    get ended(): boolean {
      return ended.signal.aborted
    },
    /** How many requests are held. */
    get size(): number {
      return [...watches.values()].reduce((sum, all) => sum + all.size, 0)
    },
    /** Answers all held requests at once and stops listening. */
    async stop(): Promise<void> {
      ended.abort()
      for (const each of watches.keys()) wake(each)
      await loop
      await stopListening()
    },
  }
}
