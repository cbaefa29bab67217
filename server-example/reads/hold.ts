import type { Clock } from 'payin-checkout/server'
import type { SessionRow } from '../store/session-row.ts'
import type { Reader } from './reader.ts'
import type { Wakeups } from './wakeups.ts'

export interface HoldParts {
  readonly reader: Reader
  readonly clock: Clock
  readonly wakeups: Wakeups
}

/**
 * Waits until the session has another version, for at most `waitMs`, and returns it as it then is. Ends early when
 * the client has gone or the server goes down.
 *
 * @param seen the session as the client knows it
 */
export async function holdUntilChanged(
  { reader, clock, wakeups }: HoldParts,
  publicId: string,
  seen: SessionRow,
  waitMs: number,
  gone: AbortSignal,
): Promise<SessionRow> {
  const until = clock.now() + waitMs
  let over = new AbortController()
  const end = () => over.abort()
  const stop = wakeups.watch(seen.id, seen.version, end)
  gone.addEventListener('abort', end, { once: true })
  try {
    while (!gone.aborted) {
      // Looked at after subscribing: a change between the first look and the subscription would be slept over. And
      // looked at after each wake-up: a notification that is late tells what the client already knows.
      const now = await reader.readNow(publicId)
      const leftMs = until - clock.now()
      if (now?.version !== seen.version || wakeups.ended || leftMs <= 0) return now ?? seen
      await clock.sleep(leftMs, over.signal).catch(() => undefined)
      over = new AbortController()
    }
    return seen
  } finally {
    stop()
    gone.removeEventListener('abort', end)
  }
}
