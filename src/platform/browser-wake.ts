import type { Wake, WakeReason } from './ports.ts'
import { sharedWatch } from './shared-watch.ts'

/**
 * Reports when the page wakes up. While the shopper pays in another window, this tab is hidden and its timers slow down
 * or stop. So the checkout reads the session on each of these events (docs/internals/browser-facts.md#time-tabs-and-storage).
 */
export function createBrowserWake(): Wake {
  return {
    isHidden: () => document.hidden,
    watch: sharedWatch<(reason: WakeReason) => void>((watchers) => {
      const listening = new AbortController()
      const { signal } = listening
      const wakeAll = (reason: WakeReason) => {
        for (const run of [...watchers]) run(reason)
      }
      document.addEventListener('visibilitychange', () => document.hidden || wakeAll('visible'), { signal })
      addEventListener('focus', () => wakeAll('focus'), { signal })
      addEventListener('online', () => wakeAll('online'), { signal })
      addEventListener('pageshow', (event) => event.persisted && wakeAll('restored'), { signal })
      return () => listening.abort()
    }),
    watchWindowFocus: sharedWatch<(isInFront: boolean) => void>((watchers) => {
      const notify = () => {
        // In a frame we cannot know: it also loses the focus to the page around it, which is in the same window.
        for (const run of [...watchers]) run(parent !== window || document.hasFocus())
      }
      const listening = new AbortController()
      const { signal } = listening
      addEventListener('blur', notify, { signal })
      addEventListener('focus', notify, { signal })
      return () => listening.abort()
    }),
  }
}
