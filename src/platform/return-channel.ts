// Connects the return page and the shop page by a BroadcastChannel. It works with every combination of COOP, but not
// from a cross-site iframe and not into the back/forward cache (docs/internals/browser-facts.md#the-return-page-can-close-itself). A message only causes a read of the session.
// Nothing depends on it: without a message, the regular reads find the outcome.
import type { Clock, ReturnChannel, Stop } from './ports.ts'
import { sharedWatch } from './shared-watch.ts'

const name = 'payin-checkout'

/** The two messages. Each is followed by the session's id. */
const returned = 'returned '
const close = 'close '

/** @param prefix `onMessage` gets only messages that begin with it, with the prefix removed */
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
 * The shop page's end, shared by all elements of a page. The channel is closed on `pagehide`, because an open one keeps
 * the page out of the back/forward cache.
 */
export function createReturnChannel(): ReturnChannel {
  return {
    watch: sharedWatch<(session: string) => boolean>((watchers) => {
      const listening = new AbortController()
      let channel: BroadcastChannel | null = null
      const open = () => {
        channel ??= openChannel(returned, (session) => {
          // All elements get the message. It is enough if one of them claims the window.
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
   * Announces that the return page was reached. `onClaimed` runs if a shop page answers that this window is its popup.
   * The answer may come late, because a suspended tab answers when it wakes up.
   */
  announce(session: string, onClaimed: () => void): Stop
}

/** Makes the return page's end. It repeats the message twice, in case the shop page is just waking up. */
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
