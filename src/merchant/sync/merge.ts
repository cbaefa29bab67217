// What a piece of news means for a session. Pure: no database, no clock. With what each kind says of its own statuses (kinds/),
// this is the whole money logic of status words.
import { isFinal, type Kind, type Outcome, outcomeOf } from '../../server/index.ts'
import type { FetchedStatus } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import { isEnded } from '../session/outcomes.ts'
import type { Settings } from '../settings/settings.ts'

type CompleteOn = Settings['completeOn']

export interface KnownState {
  readonly kind: Kind
  readonly status: string
  readonly outcome: Outcome
  /** For how long a promise has been known that came after an end; `null` for any other. Milliseconds. */
  readonly latePromiseMs?: number | null
}

/** No read is that far behind. */
export const maxReadLagMs = 60_000

export interface MergedState {
  readonly status: string
  readonly outcome: Outcome
  /** What a person must look at; `null` when all is well. */
  readonly alert: 'disputed' | 'final_changed' | 'late_complete' | 'late_promise' | null
}

/** It was us who stopped waiting, and the service has not changed its mind. */
const isGivenUp = ({ kind, outcome }: KnownState) =>
  outcome === 'expired' && kindOf(kind).givesUpAt !== undefined

/** How far on the statusOrder of a payment that goes well. */
const ranks: Readonly<Record<Outcome, number>> = {
  open: 0,
  authorized: 1,
  complete: 2,
  failed: 0,
  expired: 0,
}

/** A replica that lags tells a step of the past after a later one. */
function isOlderStep(known: KnownState, said: FetchedStatus, completeOn: CompleteOn): boolean {
  const kind = kindOf(known.kind)
  const step = kind.statusOrder.indexOf(said.status)
  if (step === -1) return false
  const tells = kind.outcomeOf(said, 'open', completeOn)
  return step < kind.statusOrder.indexOf(known.status) || ranks[tells] < ranks[known.outcome]
}

/** The end that came before a late promise: it may be a lagging read of the past. Asked about again, it counts. */
const isEarlierEnd = ({ outcome, latePromiseMs = null }: KnownState, says: Outcome): boolean =>
  outcome === 'authorized' && isEnded(says) && latePromiseMs !== null && latePromiseMs < maxReadLagMs

/**
 * The session after a fetch.
 * - A promise is kept until the service says FAILED or EXPIRED, and money is kept for ever.
 * - After *failed* or *expired*, a promise or money that comes late counts, and is raised.
 * - A final outcome that the service contradicts in another way stays, and is raised.
 * - A step of the past tells nothing.
 */
export function merge(known: KnownState, said: FetchedStatus, completeOn: CompleteOn): MergedState {
  const kept = { status: known.status, outcome: known.outcome, alert: null }
  const kind = kindOf(known.kind)
  const outcome = kind.outcomeOf(said, known.outcome, completeOn)
  const news = { status: said.status, outcome, alert: null }
  if (isEnded(known.outcome)) return afterAnEnd(known, said, outcome)
  if (said.status === kind.disputeStatus)
    return { ...news, alert: known.status === said.status ? null : 'disputed' }
  if (isOlderStep(known, said, completeOn) || isEarlierEnd(known, outcome)) return kept
  if (known.outcome !== 'complete' || outcome === 'complete') return news
  const says = outcomeOf(known.kind, said.status, 'open', said.deposit)
  return isEnded(says) ? { ...kept, alert: 'final_changed' } : kept
}

function afterAnEnd(known: KnownState, { status }: FetchedStatus, outcome: Outcome): MergedState {
  const { isPromiseMoney, disputeStatus } = kindOf(known.kind)
  const isMoney = outcome === 'complete' || (isPromiseMoney && outcome === 'authorized')
  if (isMoney) return { status, outcome, alert: 'late_complete' }
  if (outcome === 'authorized') return { status, outcome, alert: 'late_promise' }
  const kept = { status: known.status, outcome: known.outcome, alert: null }
  if (status === disputeStatus) return { ...kept, status, alert: known.status === status ? null : 'disputed' }
  // A step that is not an end is a lagging read, or the payment is open again: the session is followed, and what its
  // shopper was shown stays.
  if (outcome === known.outcome) return kept
  return isGivenUp(known) ? kept : { ...kept, alert: 'final_changed' }
}

/**
 * What to do with the word of a webhook.
 * - `old`: we know that or more already, or nothing hangs on it; webhooks overtake each other.
 * - `apply`: a step that changes no outcome; the signed word is enough, and a call to the service is saved.
 * - `fetch`: everything that could change an outcome. A webhook alone never decides about money: its signature
 *   covers no time, so an old one can be played again.
 *
 * @param word `null`: it names none
 * @param signed the word of an unsigned one is never taken over, and a step that changes no outcome is not asked about:
 *   we have made the link ourselves
 */
export function compareStatus(
  known: KnownState,
  word: string | null,
  signed: boolean,
  completeOn: CompleteOn,
): 'old' | 'apply' | 'fetch' {
  if (word === null) return 'fetch'
  const kind = kindOf(known.kind)
  const { statusOrder } = kind
  const ours = statusOrder.indexOf(known.status)
  const heard = statusOrder.indexOf(word)
  if (heard === -1 || ours === -1) return word === known.status && statusOrder.length > 0 ? 'old' : 'fetch'
  if (heard <= ours) return 'old'
  const changesNothing =
    !isFinal(known.outcome) && kind.outcomeOf({ status: word }, known.outcome, completeOn) === known.outcome
  if (!changesNothing) return 'fetch'
  return signed ? 'apply' : 'old'
}
