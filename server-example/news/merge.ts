// What a piece of news means for a session. Pure: no database, no clock. The whole money logic of status words is here.
import { isFinal, type Kind, type Outcome, outcomeOf } from 'payin-checkout/server'
import type { Config } from '../config.ts'

type CompleteOn = Config['completeOn']

/** The way of a payment that goes well, in order. The documents do not show transitions; these follow from the names. */
const roads: Readonly<Record<Kind, readonly string[]>> = {
  payin: ['CREATED', 'INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED'],
  payout: ['CREATED', 'INITIATED', 'PROCESSING', 'COMPLETED'],
  // CREATED is our own word, until there is a link.
  bank_transfer: ['CREATED', 'INTENT', 'STARTED', 'AUTHORIZED'],
  // Two statuses move side by side, and one word cannot tell both.
  on_ramp: [],
}

export interface Known {
  readonly kind: Kind
  readonly status: string
  readonly outcome: Outcome
}

/** What the service says; `deposit` is an on-ramp's `bankDepositStatus`. */
export interface Said {
  readonly status: string
  readonly deposit?: string | null
}

/**
 * The outcome of a status for this merchant: who ships on AUTHORIZED says so in COMPLETE_ON. For an on-ramp, whose
 * statuses have other names, anything before COMPLETED means the deposit: the money is here, the crypto is not yet.
 */
export function outcomeFor(
  { kind, outcome: reached }: Known,
  { status, deposit }: Said,
  completeOn: CompleteOn,
): Outcome {
  const outcome = outcomeOf(kind, status, reached, deposit)
  if (kind === 'payin') {
    const road = roads.payin
    return road.indexOf(status) >= road.indexOf(completeOn) ? 'complete' : outcome
  }
  if (kind !== 'on_ramp') return outcome
  // "Proceeds with business logic only when `bankDepositStatus` is SUCCESS" (legacy document), whatever else is said. And
  // where it is, nobody may pay again, whatever else is said.
  if (isContradiction(outcome, deposit)) return 'authorized'
  return outcome === 'authorized' && completeOn !== 'COMPLETED' ? 'complete' : outcome
}

const isContradiction = (outcome: Outcome, deposit: string | null | undefined) =>
  deposit === 'SUCCESS' ? outcome === 'failed' : outcome === 'complete'

/** Tells whether the service itself is done with the payment, whatever we already count as complete. */
export function isLastWord(
  { kind, outcome }: Pick<Known, 'kind' | 'outcome'>,
  { status, deposit }: Said,
): boolean {
  const says = outcomeOf(kind, status, outcome, deposit)
  // It is asked about until it no longer contradicts itself.
  return isFinal(says) && !(kind === 'on_ramp' && isContradiction(says, deposit))
}

export interface Merged {
  readonly status: string
  readonly outcome: Outcome
  /** What a person must look at; `null` when all is well. */
  readonly alert: 'final_changed' | 'late_complete' | null
}

/** The euros of an on-ramp are here before its crypto is; for all other kinds, money that is promised can still fail. */
const isMoney = (kind: Kind, outcome: Outcome) =>
  outcome === 'complete' || (kind === 'on_ramp' && outcome === 'authorized')

/** The legacy interface knows no such end: it was us who stopped waiting, and the service has not changed its mind. */
const isGivenUp = ({ kind, outcome }: Known) =>
  outcome === 'expired' && (kind === 'bank_transfer' || kind === 'on_ramp')

/**
 * The session after a fetch. A final outcome is never overwritten in silence: it stays, and an alert is raised.
 * One exception: after *failed* or *expired*, real money that came late. It is taken, and raised too.
 */
export function merge(known: Known, said: Said, completeOn: CompleteOn): Merged {
  const { status } = said
  const outcome = outcomeFor(known, said, completeOn)
  if (!isFinal(known.outcome) || outcome === known.outcome) return { status, outcome, alert: null }
  if (known.outcome !== 'complete' && isMoney(known.kind, outcome))
    return { status, outcome, alert: 'late_complete' }
  const alert = isGivenUp(known) ? null : 'final_changed'
  return { status: known.status, outcome: known.outcome, alert }
}

/**
 * What to do with the word of a webhook.
 * - `old`: we know that or more already, or nothing hangs on it; webhooks overtake each other.
 * - `word`: a step that changes no outcome; the signed word is enough, and a call to the service is saved.
 * - `fetch`: everything that could change an outcome. A webhook alone never decides about money: its signature
 *   covers no time, so an old one can be played again.
 *
 * @param word `null`: it names none
 * @param signed the word of an unsigned one is never taken over, and a step that changes no outcome is not asked about:
 *   we have made the link ourselves
 */
export function weigh(
  known: Known,
  word: string | null,
  signed: boolean,
  completeOn: CompleteOn,
): 'old' | 'word' | 'fetch' {
  if (word === null) return 'fetch'
  const road = roads[known.kind]
  const ours = road.indexOf(known.status)
  const heard = road.indexOf(word)
  if (heard === -1 || ours === -1) return word === known.status && road.length > 0 ? 'old' : 'fetch'
  if (heard <= ours) return 'old'
  const changesNothing =
    !isFinal(known.outcome) && outcomeFor(known, { status: word }, completeOn) === known.outcome
  if (!changesNothing) return 'fetch'
  return signed ? 'word' : 'old'
}
