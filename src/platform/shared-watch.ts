import type { Stop } from './ports.ts'

/**
 * Shares one set of listeners between all watchers: listening starts with the first watcher and stops with the last. A
 * hundred elements on a page cost one set of listeners.
 *
 * @param listen starts listening, calls all `watchers` on each event, and returns how to stop
 */
export function sharedWatch<Run>(listen: (watchers: ReadonlySet<Run>) => Stop): (run: Run) => Stop {
  const watchers = new Set<Run>()
  let stopListening: Stop = () => {}
  return (run) => {
    if (watchers.size === 0) stopListening = listen(watchers)
    watchers.add(run)
    return () => {
      if (watchers.delete(run) && watchers.size === 0) stopListening()
    }
  }
}
