// Whether the client is still there while its answer waits.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { WhenGone } from '../reads/hold.ts'

/**
 * Makes what calls back once the client of a request has gone. On Node by the answer itself: the signal of a request is made
 * when it is first asked for, and takes as much memory as all else that a held read needs.
 */
export function onClientDisconnect(c: Context): WhenGone {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  return outgoing ? byAnswer(outgoing) : bySignal(c.req.raw.signal)
}

const byAnswer =
  (outgoing: HttpBindings['outgoing']): WhenGone =>
  (gone) => {
    if (outgoing.destroyed) gone()
    // `on`, not `once`: that would be three more objects for each, and whoever listens stops in the end.
    outgoing.on('close', gone)
    return () => void outgoing.off('close', gone)
  }

const bySignal =
  (signal: AbortSignal): WhenGone =>
  (gone) => {
    if (signal.aborted) gone()
    signal.addEventListener('abort', gone)
    return () => signal.removeEventListener('abort', gone)
  }
