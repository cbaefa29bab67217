// How the return page and the shop page find each other: a BroadcastChannel, which works under every COOP mix but
// not out of a cross-site iframe and not into the back/forward cache (FACTS 8). It says only "look now"; where it
// is silent, asking the server is enough.
import type { Clock, ReturnChannel, Stop } from './ports.ts'
import { sharedWatch } from './shared-watch.ts'

const name = 'payin-checkout'

type Message = { readonly type: 'returned' | 'close'; readonly session: string }

function parseMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, session } = data as Record<string, unknown>
  return (type === 'returned' || type === 'close') && typeof session === 'string' ? { type, session } : null
}

function openChannel(onMessage: (message: Message) => void): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel(name)
    channel.onmessage = (event) => {
      const message = parseMessage(event.data)
      if (message) onMessage(message)
    }
    return channel
  } catch {
    // Refused in some sandboxed documents.
    return null
  }
}

/**
 * The shop page's end, shared by all elements of a page. An open channel keeps a page out of the back/forward cache,
 * so it is closed on `pagehide`.
 */
export function createReturnChannel(): ReturnChannel {
  return {
    watch: sharedWatch<(session: string) => boolean>((watchers) => {
      const listening = new AbortController()
      let channel: BroadcastChannel | null = null
      const open = () => {
        channel ??= openChannel((message) => {
          if (message.type !== 'returned') return
          // Every element hears it; any one may claim the window.
          const claimed = [...watchers].map((run) => run(message.session)).includes(true)
          if (claimed) channel?.postMessage({ type: 'close', session: message.session } satisfies Message)
        })
      }
      const close = () => {
        channel?.close()
        channel = null
      }
      addEventListener('pagehide', close, { signal: listening.signal })
      addEventListener('pageshow', open, { signal: listening.signal })
      open()
      return () => {
        listening.abort()
        close()
      }
    }),
  }
}

/** The return page's end. */
export interface ReturnAnnouncer {
  /**
   * Says that the return page was reached. `onClaimed` runs if a shop page answers that this window is its popup,
   * even late: a suspended tab answers when it wakes.
   */
  announce(session: string, onClaimed: () => void): Stop
}

/** Makes the return page's end; the word is repeated a few times for a shop page that was just waking up. */
export function createReturnAnnouncer(clock: Clock): ReturnAnnouncer {
  return {
    announce(session, onClaimed) {
      const channel = openChannel((message) => {
        if (message.type === 'close' && message.session === session) onClaimed()
      })
      const say = () => channel?.postMessage({ type: 'returned', session } satisfies Message)
      say()
      const stops = [500, 2_000].map((ms) => clock.after(ms, say))
      return () => {
        for (const stop of stops) stop()
        channel?.close()
      }
    },
  }
}
