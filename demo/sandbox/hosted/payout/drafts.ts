// What a recipient has said so far about where the money goes. In memory, beside the visit: it is their account.
import type { Visit } from '../visits.ts'
import type { Destination } from './destination.ts'

export type Draft = {
  destination: Destination
  /** A typed address waits for its check. */
  isChecked: boolean
  /** Counts up: a review page that was left open in another tab must not confirm what it does not show. */
  version: number
}

export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts() {
  const drafts = new WeakMap<Visit, Draft>()

  return {
    of: (visit: Visit): Draft | undefined => drafts.get(visit),
    /** @param isChecked false for what still has to be compared character by character */
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
