import type { Wake, WakeReason } from './ports.ts'
import { sharedWatch } from './shared-watch.ts'

/**
 * Tells when the page can see the world again. While the shopper pays, ours is the hidden tab: timers slow down
 * or stop, so each sign of life asks at once (FACTS 10–12).
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
      const onVisible = () => document.visibilityState === 'visible' && wakeAll('visible')
      document.addEventListener('visibilitychange', onVisible, { signal })
      addEventListener('focus', () => wakeAll('focus'), { signal })
      addEventListener('online', () => wakeAll('online'), { signal })
      addEventListener('pageshow', (event) => event.persisted && wakeAll('restored'), { signal })
      return () => listening.abort()
    }),
    watchWindowFocus: sharedWatch<(isInFront: boolean) => void>((watchers) => {
      const look = () => {
        // A frame loses the focus to the page around it, which is in the same window.
        for (const run of [...watchers]) run(parent !== window || document.hasFocus())
      }
      const listening = new AbortController()
      const { signal } = listening
      addEventListener('blur', look, { signal })
      addEventListener('focus', look, { signal })
      return () => listening.abort()
    }),
  }
}
