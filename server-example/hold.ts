import type { Clock } from 'payin-checkout/server'
import type { Reader } from './reader.ts'
import type { SessionRow } from './session-row.ts'
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
  const over = new AbortController()
  const end = () => over.abort()
  const stop = wakeups.watch(seen.id, seen.version, end)
  gone.addEventListener('abort', end, { once: true })
  try {
    // Looked at once more after subscribing: a change between the first look and the subscription would be slept over.
    const now = await reader.readNow(publicId)
    if (!now || now.version !== seen.version || gone.aborted) return now ?? seen
    await clock.sleep(waitMs, over.signal).catch(() => undefined)
    return gone.aborted ? seen : ((await reader.readNow(publicId)) ?? seen)
  } finally {
    stop()
    gone.removeEventListener('abort', end)
  }
}
