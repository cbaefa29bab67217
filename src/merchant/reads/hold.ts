import type { Clock } from '../../server/index.ts'
import type { ShownRow } from '../session/session-row.ts'
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
  seen: ShownRow,
  waitMs: number,
  gone: AbortSignal,
): Promise<ShownRow> {
  const until = clock.now() + waitMs
  let over = new AbortController()
  const end = () => over.abort()
  const stop = wakeups.watch(seen.id, seen.version, end)
  gone.addEventListener('abort', end, { once: true })
  try {
    // Looked at after subscribing: a change between the first look and the subscription would be slept over. A kept row
    // will do, the reader forgets it with whatever is announced; a query for each would be 10 000 when all tabs ask again.
    let now = await reader.read(publicId, (kept) => kept.version === seen.version)
    while (now?.version === seen.version && !gone.aborted && !wakeups.ended) {
      const leftMs = until - clock.now()
      const isTimeUp = leftMs <= 0 || (await clock.sleep(leftMs, over.signal).then(yes, no))
      if (isTimeUp) return seen
      over = new AbortController()
      // Looked at after each wake-up, in the database: a late notification tells what the client already knows.
      now = await reader.readNow(publicId)
    }
    return now ?? seen
  } finally {
    stop()
    gone.removeEventListener('abort', end)
  }
}

const yes = () => true
const no = () => false
