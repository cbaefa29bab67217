// The destination that a recipient has entered and not yet confirmed. In memory only, because it is private.
import type { Visit } from '../visits.ts'
import type { Destination } from './destination.ts'

export type Draft = {
  destination: Destination
  /** False until the recipient has compared an entered wallet address. */
  isChecked: boolean
  /** Increases with each change: a review page in another tab must not confirm a destination that it does not show. */
  version: number
}

export function createDrafts() {
  const drafts = new WeakMap<Visit, Draft>()

  return {
    of: (visit: Visit): Draft | undefined => drafts.get(visit),
    /** @param isChecked false for an address that the recipient must still compare */
    put(visit: Visit, destination: Destination, isChecked: boolean): void {
      const version = (drafts.get(visit)?.version ?? 0) + 1
      drafts.set(visit, { destination, isChecked, version })
    },
    check(visit: Visit): void {
      const draft = drafts.get(visit)
      if (draft) drafts.set(visit, { ...draft, isChecked: true })
    },
    forget: (visit: Visit): void => void drafts.delete(visit),
  }
}
