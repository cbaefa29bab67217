// long-poll/ answers reads of sessions, and holds a read until its session changes. It knows nothing of HTTP. A read that is
// held must stay cheap: ten thousand wait at once.
import type { ShownRow } from '../session/session-row.ts'
import type { SessionNotifications } from './notifications.ts'
import type { SessionReader } from './session-reader.ts'

export interface HoldParts {
  readonly reader: SessionReader
  readonly notifications: SessionNotifications
}

/** Calls back when the client disconnects, or at once when it has done so already. @returns how to unsubscribe */
export type OnDisconnect = (gone: () => void) => () => void

/** What a held read keeps of its session. The whole row would take more than a kibibyte. */
export type KnownVersion = Pick<ShownRow, 'id' | 'version'> & { readonly etag: string }

export interface HoldOptions {
  readonly waitMs: number
  readonly onDisconnect: OnDisconnect
  /** Called once when the read ends, for any reason: frees its slot. */
  readonly release: () => void
}

/**
 * Waits until the session has another version, for at most `waitMs`, and returns the session. Ends early when the client
 * disconnects or the server shuts down.
 *
 * It has no timer and no AbortController of its own, which would double the cost of each of ten thousand held reads.
 *
 * @param known the version that the client has; it is returned when there is no newer one
 */
export async function holdUntilChanged<Known extends Pick<ShownRow, 'id' | 'version'>>(
  { reader, notifications }: HoldParts,
  publicId: string,
  known: Known,
  { waitMs, onDisconnect, release }: HoldOptions,
): Promise<ShownRow | Known> {
  let isOver = false
  let isNotified = false
  let resume = () => {}
  const notify = (isLast: boolean) => {
    isOver ||= isLast
    isNotified = true
    resume()
  }
  const unsubscribe = notifications.subscribe(known.id, known.version, waitMs, notify)
  const stopDisconnectListener = onDisconnect(() => notify(true))
  try {
    // Read again after subscribing, or a change between the first read and the subscription is missed. A cached row is
    // enough, because the reader drops it when a change is announced. A query for each read would be 10 000 queries when
    // all tabs ask again.
    let now = await reader.read(publicId, (cached) => cached.version === known.version)
    while (now?.version === known.version && !notifications.ended) {
      if (!isNotified)
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      if (isOver) return known
      isNotified = false
      // Read from the database after each notification: a late one may be about a version that the client has.
      now = await reader.readUncached(publicId)
    }
    return now ?? known
  } finally {
    unsubscribe()
    stopDisconnectListener()
    release()
  }
}
