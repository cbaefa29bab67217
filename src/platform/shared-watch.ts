import type { Stop } from './ports.ts'

/**
 * One listening for however many watchers: it begins with the first and ends with the last, so that a hundred
 * elements on a page cost one set of listeners.
 *
 * @param listen starts listening, tells all `watchers`, and returns how to stop
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
