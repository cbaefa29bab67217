// What a piece of news means for a session. Pure: no database, no clock. The whole money logic of status words is here.
import { isFinal, type Outcome, outcomeOf } from 'payin-checkout/server'
import type { Config } from '../config.ts'

type CompleteOn = Config['completeOn']

/** The way of a payin that goes well, in order. The document does not show transitions; these follow from the names. */
const road: readonly string[] = ['CREATED', 'INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED']

export interface Known {
  readonly status: string
  readonly outcome: Outcome
}

/** The outcome of a status for this merchant: who ships on AUTHORIZED says so in COMPLETE_ON. */
export function outcomeFor(status: string, reached: Outcome, completeOn: CompleteOn): Outcome {
  const step = road.indexOf(status)
  return step >= road.indexOf(completeOn) ? 'complete' : outcomeOf('payin', status, reached)
}

/** Tells whether the service itself is done with the payin, whatever we already count as complete. */
export function isLastWord(status: string, reached: Outcome): boolean {
  return isFinal(outcomeOf('payin', status, reached))
}

export interface Merged {
  readonly status: string
  readonly outcome: Outcome
  /** What a person must look at; `null` when all is well. */
  readonly alert: 'final_changed' | 'late_complete' | null
}

/**
 * The session after a fetch. A final outcome is never overwritten in silence: it stays, and an alert is raised.
 * One exception: *complete* after *failed* or *expired* is real money that came late. It is taken, and raised too.
 */
export function merge(known: Known, status: string, completeOn: CompleteOn): Merged {
  const outcome = outcomeFor(status, known.outcome, completeOn)
  if (!isFinal(known.outcome) || outcome === known.outcome) return { status, outcome, alert: null }
  if (outcome === 'complete') return { status, outcome, alert: 'late_complete' }
  return { ...known, alert: 'final_changed' }
}

/**
 * What to do with the word of a signed webhook.
 * - `old`: we know more than that already; webhooks overtake each other.
 * - `word`: a step that changes no outcome; the signed word is enough, and a call to the service is saved.
 * - `fetch`: everything that could change an outcome. A webhook alone never decides about money: its signature
 *   covers no time, so an old one can be played again.
 */
export function weigh(known: Known, status: string, completeOn: CompleteOn): 'old' | 'word' | 'fetch' {
  const ours = road.indexOf(known.status)
  const heard = road.indexOf(status)
  if (heard === -1 || ours === -1) return status === known.status ? 'old' : 'fetch'
  if (heard <= ours) return 'old'
  return !isFinal(known.outcome) && outcomeFor(status, known.outcome, completeOn) === known.outcome
    ? 'word'
    : 'fetch'
}
