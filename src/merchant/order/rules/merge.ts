// What a fetched status changes in a session, and whether a webhook needs a fetch. Pure functions: no database, no clock.
// Together with the meaning of each kind's statuses (kinds/), this is all that decides about money by status.
import { isFinal, type Kind, type Outcome, outcomeOf } from '../../../server/index.ts'
import type { FetchedStatus } from '../../kinds/kind.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { holdsMoney, isEnded } from '../../session/outcomes.ts'
import type { Settings } from '../../settings/settings.ts'

type CompleteOn = Settings['completeOn']

export interface KnownState {
  readonly kind: Kind
  readonly status: string
  readonly outcome: Outcome
  /** Milliseconds since money was authorized after the session had ended; `null` when that did not happen. */
  readonly sinceLateAuthorizationMs?: number | null
}

/** The longest time that a read of the service may be behind, as we assume. */
export const maxReadLagMs = 60_000

export interface MergedState {
  readonly status: string
  readonly outcome: Outcome
  /** What a person must check; `null` when there is nothing. */
  readonly alert: 'disputed' | 'final_changed' | 'late_complete' | 'late_promise' | null
}

/** We ended the session ourselves because we stopped waiting; the service never said that it had expired. */
const isGivenUp = ({ kind, outcome }: KnownState) =>
  outcome === 'expired' && kindOf(kind).givesUpAt !== undefined

/** How far a payment has come. An ended one has no money, so it ranks like an open one. */
const ranks: Readonly<Record<Outcome, number>> = {
  open: 0,
  authorized: 1,
  complete: 2,
  failed: 0,
  expired: 0,
}

/** A replica that lags can return an earlier status after a later one was read. */
function isOlderStep(known: KnownState, fetched: FetchedStatus, completeOn: CompleteOn): boolean {
  const kind = kindOf(known.kind)
  const step = kind.statusOrder.indexOf(fetched.status)
  if (step === -1) return false
  const stepOutcome = kind.outcomeOf(fetched, 'open', completeOn)
  // Only money that came can be disputed, so a payment that nobody has paid yet is from before the dispute.
  if (known.status === kind.disputeStatus && stepOutcome === 'open') return true
  return step < kind.statusOrder.indexOf(known.status) || ranks[stepOutcome] < ranks[known.outcome]
}

/**
 * A read shows an end shortly after the payment was authorized late. It may be a lagging read of the end before that. After
 * `maxReadLagMs` the same answer counts.
 */
function isEarlierEnd(
  { outcome, sinceLateAuthorizationMs: sinceMs = null }: KnownState,
  outcomeNow: Outcome,
): boolean {
  return (
    outcome === 'authorized' &&
    isEnded(outcomeNow) &&
    sinceMs !== null &&
    sinceMs >= 0 &&
    sinceMs < maxReadLagMs
  )
}

/**
 * The session's status and outcome after a fetch.
 * - *authorized* stays until the service says FAILED or EXPIRED, and *complete* stays for ever.
 * - After *failed* or *expired*, money that is authorized or paid late counts, with an alert.
 * - A final outcome that the service contradicts in any other way stays, with an alert.
 * - An earlier status than the known one changes nothing.
 */
export function merge(known: KnownState, fetched: FetchedStatus, completeOn: CompleteOn): MergedState {
  const kept = { status: known.status, outcome: known.outcome, alert: null }
  const kind = kindOf(known.kind)
  const outcome = kind.outcomeOf(fetched, known.outcome, completeOn)
  const next = { status: fetched.status, outcome, alert: null }
  if (isEnded(known.outcome)) return mergeAfterEnd(known, fetched, outcome)
  if (fetched.status === kind.disputeStatus)
    return { ...next, alert: known.status === fetched.status ? null : 'disputed' }
  if (isOlderStep(known, fetched, completeOn) || isEarlierEnd(known, outcome)) return kept
  if (known.outcome !== 'complete' || outcome === 'complete') return next
  const outcomeNow = outcomeOf(known.kind, fetched.status, 'open', fetched.deposit)
  return isEnded(outcomeNow) ? { ...kept, alert: 'final_changed' } : kept
}

function mergeAfterEnd(known: KnownState, { status }: FetchedStatus, outcome: Outcome): MergedState {
  const { isMoneyOnceAuthorized, disputeStatus } = kindOf(known.kind)
  const isMoney = outcome === 'complete' || (isMoneyOnceAuthorized && outcome === 'authorized')
  if (isMoney) return { status, outcome, alert: 'late_complete' }
  if (outcome === 'authorized') return { status, outcome, alert: 'late_promise' }
  const kept = { status: known.status, outcome: known.outcome, alert: null }
  if (status === disputeStatus) return { ...kept, status, alert: known.status === status ? null : 'disputed' }
  // A status that is no end comes from a lagging read, or the payment is open again. The session is checked further, and the
  // outcome that its shopper was shown stays.
  if (outcome === known.outcome) return kept
  return isGivenUp(known) ? kept : { ...kept, alert: 'final_changed' }
}

/**
 * Whether an answer says of an ended session the end that is known of it: nothing is to be decided. A promise is no end, also when
 * a person has said that its money never came.
 */
export const isKnownEnd = (known: KnownState, { status }: FetchedStatus): boolean =>
  isEnded(known.outcome) && known.status === status && isEnded(outcomeOf(known.kind, status))

/**
 * Whether a webhook's status may mean that money was promised or has come. A status that no document names may.
 * @param status `null`: the webhook contains none
 */
export function announcesMoney(name: Kind, status: string | null): boolean {
  if (status === null) return false
  const kind = kindOf(name)
  const outcome = kind.outcomeOf({ status }, 'open', 'COMPLETED')
  return holdsMoney(outcome) || (outcome === 'open' && !kind.statusOrder.includes(status))
}

/**
 * Compares a webhook's status with the session, and says what to do with it.
 * - `old`: the session has this status or a later one, or the status makes no difference. Webhooks overtake each other. Not a
 *   promise whose session has ended: a person has said that its money never came, and the service says again that it will.
 * - `apply`: the status changes no outcome. A signed status can be applied without a fetch, which saves a call.
 * - `fetch`: the status could change an outcome. A webhook alone never decides about money: its signature covers no time,
 *   so anybody who has an old one can send it again.
 *
 * @param status `null`: the webhook contains none
 * @param signed an unsigned status is never applied. One that changes no outcome needs no fetch either: it only reports the
 *   link, which we have made ourselves
 */
export function compareStatus(
  known: KnownState,
  status: string | null,
  signed: boolean,
  completeOn: CompleteOn,
): 'old' | 'apply' | 'fetch' {
  if (status === null) return 'fetch'
  const kind = kindOf(known.kind)
  const { statusOrder } = kind
  const knownStep = statusOrder.indexOf(known.status)
  const webhookStep = statusOrder.indexOf(status)
  if (webhookStep === -1 || knownStep === -1)
    return status === known.status && statusOrder.length > 0 ? 'old' : 'fetch'
  const isPromised = outcomeOf(known.kind, status) === 'authorized'
  if (webhookStep === knownStep && isPromised && isEnded(known.outcome)) return 'fetch'
  if (webhookStep <= knownStep) return 'old'
  const changesNothing =
    !isFinal(known.outcome) && kind.outcomeOf({ status }, known.outcome, completeOn) === known.outcome
  if (!changesNothing) return 'fetch'
  return signed ? 'apply' : 'old'
}
