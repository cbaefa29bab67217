// The rule about what the service says of a payment: how its session changes, whether its money pays the order, and what a
// person must look at. A pure function of the order's case. Nothing else sets a session to complete.
import type { Money, Outcome, Review } from '../../../server/index.ts'
import type { AlertKind } from '../../alerts.ts'
import { kindOf } from '../../kinds/kinds.ts'
import type { Fetched } from '../../kinds/service-port.ts'
import { holdsMoney, isEnded } from '../../session/outcomes.ts'
import { amountOf, holdsOrder, moneyOf, type SessionRow } from '../../session/session-row.ts'
import type { CompleteOn } from '../../settings/settings.ts'
import type { OrderCase } from '../case.ts'
import { announcesMoney, type MergedState, merge } from './merge.ts'
import { findMismatch, isOfAnotherOrder } from './mismatch.ts'
import { type Misfit, misfitOf } from './money.ts'

export interface AnsweredFact {
  readonly fetched: Fetched
  /** When the fetch began, in milliseconds since 1970. */
  readonly fetchStartedAt: number
  /** The other session that has the fetched payment already; `null` when none has. */
  readonly owner: string | null
  readonly completeOn: CompleteOn
  /** Whether every payment of the order that the service lists was read just before. */
  readonly isListed: boolean
}

export type Raised = readonly [AlertKind, string]

/** What a session is after an answer of the service. */
export interface NewState {
  readonly status: string
  readonly details: string | null
  readonly outcome: Outcome
  readonly doubt: string | null
  /** How much came, as the service named it last; `null` without a doubt, and when it names no amount. */
  readonly came: Money | null
  readonly review: Review | null
  readonly settledAs: SessionRow['settled_as']
}

export interface AnsweredDecision {
  /** `null`: the answer changes nothing in this session. */
  readonly state: NewState | null
  /** The money pays the order: the ledger is told, and the order is fulfilled. */
  readonly pays: boolean
  readonly alerts: readonly Raised[]
  /**
   * Rows of the order may be missing, so another payment may have paid it already: nothing is decided before the service's list
   * of the order was read.
   */
  readonly listFirst?: true
}

const nothing = (alerts: readonly Raised[] = []): AnsweredDecision => ({ state: null, pays: false, alerts })

/** Decides about an answer of the service. @param now ms since 1970 */
export function decideAnswered(
  order: OrderCase,
  row: SessionRow,
  { fetched, fetchStartedAt, owner, completeOn, isListed }: AnsweredFact,
  now: number,
): AnsweredDecision {
  const conflict = findConflict(row, fetched, owner)
  if (conflict) return nothing([conflict])
  // The fetch that began last wins, not the answer that arrived last: an answer that was overtaken on the way is outdated.
  const isSame = row.service_id === fetched.id
  if (isSame && row.fetch_started_at && row.fetch_started_at.getTime() > fetchStartedAt) return nothing()

  const alerts: Raised[] = []
  const sinceLateAuthorizationMs = row.late_promise_at ? now - row.late_promise_at.getTime() : null
  const merged = merge({ ...row, sinceLateAuthorizationMs }, fetched, completeOn)
  if (merged.alert) alerts.push([merged.alert, alertText(merged.alert, row, fetched, now)])
  const doubt = row.doubt ?? findMismatch(row, fetched)
  if (doubt !== null && doubt !== row.doubt) alerts.push(['amount_differs', doubt])
  // The details belong to a status: keep them when the status is kept.
  const details = merged.status === fetched.status ? fetched.details : row.status_details
  // What a person had accepted is to be settled once more.
  const settledAs = merged.alert === 'disputed' && row.settled_as === 'accepted' ? null : row.settled_as
  if (doubt === null && isOverdue(row, merged, fetched, now))
    alerts.push(['payment_overdue', overdueText(row, merged)])
  const came = doubt === null ? null : (fetched.amount ?? (row.came_value === null ? null : moneyOf(row)))
  const state = { status: merged.status, details, doubt, came, settledAs }
  // A person has said that this money was given back. It pays nothing any more, but a dispute must be answered.
  if (row.settled_as === 'refunded') {
    const disputes = alerts.filter(([kind]) => kind === 'disputed')
    return { state: { ...state, outcome: row.outcome, review: null }, pays: false, alerts: disputes }
  }
  const misfit = misfitOf(order.entry, { id: row.id, amount: amountOf(row) })
  if (merged.outcome === 'authorized' && !holdsMoney(row.outcome))
    alerts.push(...secondPromise(order, row, misfit))
  if (merged.outcome !== 'complete' || row.outcome === 'complete')
    return {
      state: { ...state, outcome: merged.outcome, review: keptReview(row, merged.outcome) },
      pays: false,
      alerts,
    }
  if (order.mayMissRows && !isListed) return { ...nothing(), listFirst: true }
  if (doubt === null && misfit !== null) alerts.push(misfits[misfit].alert)
  const review = doubt !== null ? 'amount_differs' : misfit === null ? null : misfits[misfit].review
  if (review === null) alerts.push(...otherPayouts(order, row))
  // Money came that does not fit the order. As *authorized* the order cannot be paid again, and a person settles it.
  return {
    state: { ...state, outcome: review === null ? 'complete' : 'authorized', review },
    pays: review === null,
    alerts,
  }
}

/** A promise is kept or broken within hours; a bank may take days. */
const overdueMs = 7 * 24 * 3_600_000

/**
 * Whether money was promised long ago, and the service has not ended the payment; or the payment was made long ago, and
 * its status, which no document names, may mean money. A person knows already of money under review and of a dispute.
 */
function isOverdue(row: SessionRow, merged: MergedState, fetched: Fetched, now: number): boolean {
  const { isFinalAtService, disputeStatus } = kindOf(row.kind)
  const since = row.paid_at ?? row.created_at
  return (
    since.getTime() + overdueMs <= now &&
    row.review === null &&
    row.settled_as === null &&
    (holdsMoney(merged.outcome) || (merged.outcome === 'open' && announcesMoney(row.kind, merged.status))) &&
    merged.status === fetched.status &&
    merged.status !== disputeStatus &&
    !isFinalAtService(fetched)
  )
}

const overdueText = ({ paid_at, created_at }: SessionRow, { status }: MergedState): string =>
  paid_at === null
    ? `made on ${created_at.toISOString()}, and the service says ${status}`
    : `promised since ${paid_at.toISOString()}, and not ended`

/** Money under review is authorized. When the payment ends, there is nothing left to settle. */
const keptReview = ({ review }: SessionRow, outcome: Outcome): Review | null =>
  outcome === 'authorized' ? review : null

const misfits: Readonly<Record<Misfit, { readonly alert: Raised; readonly review: Review }>> = {
  paid: {
    alert: ['paid_twice', 'another payment paid this order already: refund this one'],
    review: 'paid_twice',
  },
  withdrawn: {
    alert: [
      'order_unknown',
      'paid, but there is no such order, or no longer, or its id is another order’s now: refund, or put the order back',
    ],
    review: 'order_withdrawn',
  },
  price: {
    alert: ['amount_differs', 'the order has another price than was paid'],
    review: 'amount_differs',
  },
}

/**
 * Text for a person. A payment can be disputed, and can come back after its end, more than once, so the time makes each alert a
 * new one. A contradiction is read again and again: it is one alert until a person has settled it.
 */
function alertText(alert: AlertKind, { outcome }: SessionRow, { status }: Fetched, now: number): string {
  const at = alert === 'final_changed' ? '' : ` since ${new Date(now).toISOString()}`
  return `was ${outcome}, the service says ${status}${at}`
}

/** Money is promised for an order that has money already. Until it comes, a person may still be able to stop it. */
function secondPromise(
  { sessions }: OrderCase,
  { id }: SessionRow,
  misfit: Misfit | null,
): readonly Raised[] {
  const hasMoney = misfit === 'paid' || sessions.some((each) => each.id !== id && holdsOrder(each))
  return hasMoney
    ? [['second_payment', 'promised, and the order is paid or promised by another payment already']]
    : []
}

/** Other open payouts of the same reference: whoever has one of their links can still take that money, too. */
function otherPayouts({ sessions }: OrderCase, { id, kind }: SessionRow): readonly Raised[] {
  if (!kindOf(kind).isOneOpenAtATime) return []
  return sessions
    .filter((row) => row.id !== id && row.kind === kind && row.outcome === 'open' && row.service_id !== null)
    .map(({ service_id }) => [
      'second_payment',
      `paid out, and payout ${service_id} of the same reference can still be claimed: cancel it at the service`,
    ])
}

/**
 * Whether a fetched payment must not be written into this session. A session keeps its first payment for ever; another payment
 * only raises an alert, and so does one of another order. Exception: each link of an on-ramp starts a transaction of its own, and the paid one becomes the
 * session's payment.
 */
function findConflict(row: SessionRow, fetched: Fetched, owner: string | null): Raised | null {
  const { id } = fetched
  if (row.service_id === id) return null
  if (isOfAnotherOrder(row, fetched))
    return ['second_payment', `${id} carries the reference of another order`]
  const isPaid = kindOf(row.kind).isPaidLink(fetched)
  const hasHadMoney = holdsMoney(row.outcome) || row.settled_as !== null
  if (row.service_id !== null && (hasHadMoney || !isPaid)) {
    const what = isPaid
      ? `transaction ${id} was paid too, through another link of this session: refund it`
      : `${id} claims a session that has another payment`
    return ['second_payment', what]
  }
  return owner === null ? null : ['second_payment', `${id} belongs to session ${owner} already`]
}

/** Whether money was authorized after the session had ended. */
export const isLatePromise = (row: SessionRow, { outcome }: NewState): boolean =>
  isEnded(row.outcome) && outcome === 'authorized'
