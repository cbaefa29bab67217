import type { Stop, Wake, WakeReason } from './ports.ts'

/**
 * Tells when the page can see the world again. While the shopper pays, ours is the hidden tab: timers slow down
 * or stop, so each sign of life asks at once (FACTS 10–12). One set of listeners for all elements of a page.
 */
export function createBrowserWake(): Wake {
  const watchers = new Set<(reason: WakeReason) => void>()
  let stopListening: Stop = () => {}

  const wakeAll = (reason: WakeReason) => {
    for (const run of [...watchers]) run(reason)
  }

  function listen(): Stop {
    const listening = new AbortController()
    const { signal } = listening
    const onVisible = () => document.visibilityState === 'visible' && wakeAll('visible')
    document.addEventListener('visibilitychange', onVisible, { signal })
    addEventListener('focus', () => wakeAll('focus'), { signal })
    addEventListener('online', () => wakeAll('online'), { signal })
    addEventListener('pageshow', (event) => event.persisted && wakeAll('restored'), { signal })
    return () => listening.abort()
  }

  return {
    watch(run) {
      if (watchers.size === 0) stopListening = listen()
      watchers.add(run)
      return () => {
        if (watchers.delete(run) && watchers.size === 0) stopListening()
      }
    },
  }
}
