// How often a page may read one session: as often as a person could want. A page that builds its elements anew in a loop, or
// asks in one, would otherwise read as fast as its server answers.
import type { Clock } from '../platform/ports.ts'

/** So many reads may follow each other at once: several elements, each woken by several events of the browser. */
const burst = 10
/** After a burst: the time from one read to the next. */
const intervalMs = 1_000

/** When the last burst is over, by session. Keyed by the page's clock: all elements of a page share it. */
const pages = new WeakMap<Clock, Map<string, number>>()

/**
 * Whether a session may be read now.
 * @returns 0, and the read counts; else milliseconds after which to ask again
 */
export function paceRead(clock: Clock, id: string): number {
  const ends = pages.get(clock) ?? new Map<string, number>()
  pages.set(clock, ends)
  const now = clock.now()
  const endsAt = Math.max(ends.get(id) ?? 0, now) + intervalMs
  const waitMs = endsAt - now - burst * intervalMs
  if (waitMs > 0) return waitMs
  ends.set(id, endsAt)
  return 0
}
