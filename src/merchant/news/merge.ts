// What a piece of news means for a session. Pure: no database, no clock. The whole money logic of status words is here.
import { isFinal, type Kind, type Outcome, outcomeOf } from '../../server/index.ts'
import type { Settings } from '../settings/settings.ts'
import { isEnded } from './outcomes.ts'

type CompleteOn = Settings['completeOn']

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
  /** For how long a promise has been known that came after an end; `null` for any other. Milliseconds. */
  readonly latePromiseMs?: number | null
}

/** No read is that far behind. */
export const longestLagMs = 60_000

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

/**
 * Tells whether the service itself is done with the payment, whatever we already count as complete. DISPUTED is not the
 * end, nor is any word that we do not know.
 */
export function isLastWord(kind: Kind, { status, deposit }: Said): boolean {
  const says = outcomeOf(kind, status, 'open', deposit)
  // An on-ramp is asked about until it no longer contradicts itself.
  return isFinal(says) && !(kind === 'on_ramp' && isContradiction(says, deposit))
}

export interface Merged {
  readonly status: string
  readonly outcome: Outcome
  /** What a person must look at; `null` when all is well. */
  readonly alert: 'disputed' | 'final_changed' | 'late_complete' | 'late_promise' | null
}

/** The legacy interface knows no such end: it was us who stopped waiting, and the service has not changed its mind. */
const isGivenUp = ({ kind, outcome }: Known) =>
  outcome === 'expired' && (kind === 'bank_transfer' || kind === 'on_ramp')

/** How far on the road of a payment that goes well. */
const ranks: Readonly<Record<Outcome, number>> = {
  open: 0,
  authorized: 1,
  complete: 2,
  failed: 0,
  expired: 0,
}

/** A replica that lags tells a step of the past after a later one. */
function isOlderStep(known: Known, said: Said, completeOn: CompleteOn): boolean {
  const road = roads[known.kind]
  const step = road.indexOf(said.status)
  if (step === -1) return false
  const tells = outcomeFor({ ...known, outcome: 'open' }, said, completeOn)
  return step < road.indexOf(known.status) || ranks[tells] < ranks[known.outcome]
}

/** The end that came before a late promise: it may be a lagging read of the past. Asked about again, it counts. */
const isEarlierEnd = ({ outcome, latePromiseMs = null }: Known, says: Outcome): boolean =>
  outcome === 'authorized' && isEnded(says) && latePromiseMs !== null && latePromiseMs < longestLagMs

/**
 * The session after a fetch.
 * - A promise is kept until the service says FAILED or EXPIRED, and money is kept for ever.
 * - After *failed* or *expired*, a promise or money that comes late counts, and is raised.
 * - A final outcome that the service contradicts in another way stays, and is raised.
 * - A step of the past tells nothing.
 */
export function merge(known: Known, said: Said, completeOn: CompleteOn): Merged {
  const kept = { status: known.status, outcome: known.outcome, alert: null }
  const outcome = outcomeFor(known, said, completeOn)
  const news = { status: said.status, outcome, alert: null }
  if (isEnded(known.outcome)) return afterAnEnd(known, said, outcome)
  if (said.status === 'DISPUTED' && known.kind === 'payin')
    return { ...news, alert: known.status === 'DISPUTED' ? null : 'disputed' }
  if (isOlderStep(known, said, completeOn) || isEarlierEnd(known, outcome)) return kept
  if (known.outcome !== 'complete' || outcome === 'complete') return news
  const says = outcomeOf(known.kind, said.status, 'open', said.deposit)
  return isEnded(says) ? { ...kept, alert: 'final_changed' } : kept
}

function afterAnEnd(known: Known, { status }: Said, outcome: Outcome): Merged {
  // The euros of an on-ramp are here before its crypto is.
  const isMoney = outcome === 'complete' || (known.kind === 'on_ramp' && outcome === 'authorized')
  if (isMoney) return { status, outcome, alert: 'late_complete' }
  if (outcome === 'authorized') return { status, outcome, alert: 'late_promise' }
  const kept = { status: known.status, outcome: known.outcome, alert: null }
  if (status === 'DISPUTED')
    return { ...kept, status, alert: known.status === 'DISPUTED' ? null : 'disputed' }
  // A step that is not an end is a lagging read, or the payment is open again: the session is followed, and what its
  // shopper was shown stays.
  if (outcome === known.outcome) return kept
  return isGivenUp(known) ? kept : { ...kept, alert: 'final_changed' }
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
