import type { ShownRow } from '../session/session-row.ts'
import type { SessionNotifications } from './notifications.ts'
import type { SessionReader } from './session-reader.ts'

export interface HoldParts {
  readonly reader: SessionReader
  readonly notifications: SessionNotifications
}

/** Calls back once the client has gone; at once when it has gone already. @returns how to stop */
export type OnDisconnect = (gone: () => void) => () => void

/** What is kept of a session for as long as a read of it is held: a row takes more than a kibibyte. */
export type KnownVersion = Pick<ShownRow, 'id' | 'version'>

export interface HoldOptions {
  readonly waitMs: number
  readonly onDisconnect: OnDisconnect
  /** Called once it is over, however that came: gives the place of a held read to another. */
  readonly release: () => void
}

/**
 * Waits until the session has another version, for at most `waitMs`, and returns it as it then is. Ends early when
 * the client has gone or the server goes down.
 *
 * Ten thousand wait at once: no timer and no AbortController for each of them, which would double what one costs.
 *
 * @param seen the session as the client knows it; it is returned when there is nothing new
 */
export async function holdUntilChanged(
  { reader, notifications }: HoldParts,
  publicId: string,
  seen: KnownVersion,
  { waitMs, onDisconnect, release }: HoldOptions,
): Promise<ShownRow | KnownVersion> {
  let isOver = false
  let isWoken = false
  let goOn = () => {}
  const wake = (isLast: boolean) => {
    isOver ||= isLast
    isWoken = true
    goOn()
  }
  const stopWatching = notifications.watch(seen.id, seen.version, waitMs, wake)
  const stopListening = onDisconnect(() => wake(true))
  try {
    // Looked at after subscribing: a change between the first look and the subscription would be slept over. A kept row
    // will do, the reader forgets it with whatever is announced; a query for each would be 10 000 when all tabs ask again.
    let now = await reader.read(publicId, (kept) => kept.version === seen.version)
    while (now?.version === seen.version && !notifications.ended) {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      if (isOver) return seen
      isWoken = false
      // Looked at after each wake-up, in the database: a late notification tells what the client already knows.
      now = await reader.readUncached(publicId)
    }
    return now ?? seen
  } finally {
    stopWatching()
    stopListening()
    release()
  }
}
