// Notices when a client disconnects while its read is held.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { OnDisconnect } from '../long-poll/hold-until-changed.ts'

/**
 * Creates a subscription that calls back when the client of a request disconnects. On Node it uses the response object:
 * the request's AbortSignal is created lazily, and takes as much memory as everything else that a held read needs.
 */
export function onClientDisconnect(c: Context): OnDisconnect {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  return outgoing ? byAnswer(outgoing) : bySignal(c.req.raw.signal)
}

const byAnswer =
  (outgoing: HttpBindings['outgoing']): OnDisconnect =>
  (gone) => {
    if (outgoing.destroyed) gone()
    // `on`, not `once`: `once` creates three more objects, and the caller unsubscribes anyway.
    outgoing.on('close', gone)
    return () => void outgoing.off('close', gone)
  }

const bySignal =
  (signal: AbortSignal): OnDisconnect =>
  (gone) => {
    if (signal.aborted) gone()
    signal.addEventListener('abort', gone)
    return () => signal.removeEventListener('abort', gone)
  }
