// How the return page and the shop page find each other: a BroadcastChannel, which works under every COOP mix but
// not out of a cross-site iframe and not into the back/forward cache (FACTS 8). It says only "look now"; where it
// is silent, asking the server is enough.
import type { Clock, ReturnChannel, Stop } from './ports.ts'
import { sharedWatch } from './shared-watch.ts'

const name = 'payin-checkout'

/** What the two ends say, followed by the session's id. */
const returned = 'returned '
const close = 'close '

/** @param word hears only messages that begin with it, without it */
function openChannel(prefix: string, onMessage: (session: string) => void): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }) => {
      if (typeof data === 'string' && data.startsWith(prefix)) onMessage(data.slice(prefix.length))
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
        channel ??= openChannel(returned, (session) => {
          // Every element hears it; any one may claim the window.
          if ([...watchers].map((run) => run(session)).includes(true)) channel?.postMessage(close + session)
        })
      }
      const shut = () => {
        channel?.close()
        channel = null
      }
      addEventListener('pagehide', shut, { signal: listening.signal })
      addEventListener('pageshow', open, { signal: listening.signal })
      open()
      return () => {
        listening.abort()
        shut()
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
      const channel = openChannel(close, (claimed) => {
        if (claimed === session) onClaimed()
      })
      const post = () => channel?.postMessage(returned + session)
      post()
      const stops = [500, 2_000].map((ms) => clock.after(ms, post))
      return () => {
        for (const stop of stops) stop()
        channel?.close()
      }
    },
  }
}
