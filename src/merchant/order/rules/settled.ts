// The rule about settling: a person has looked at an alert and says what became of the money. A pure function of the order's
// case. It is the only way in which money that does not fit its order can still pay it.
import type { Settlement } from '../../../protocol/alert.ts'
import type { Outcome } from '../../../server/index.ts'
import { type AlertKind, isAboutMoney, whatToDo } from '../../alerts.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { isEnded } from '../../session/outcomes.ts'
import { reviewOf, type SessionRow } from '../../session/session-row.ts'
import type { OrderCase } from '../case.ts'

export type { Settlement } from '../../../protocol/alert.ts'

export interface SettledFact {
  readonly as: Settlement
  readonly alert: AlertKind
  /** When the alert was raised. */
  readonly raisedAt: Date
  /** Whether the service was asked about a missing payment just now, and knows it. Times do not say it: two clocks wrote them. */
  readonly isKnownAgain: boolean
}

export type SettledDecision =
  /** `why` says what to do first, for the person who settles. */
  | { readonly do: 'refuse'; readonly why: string }
  /** Only the alert is closed. */
  | { readonly do: 'close' }
  | {
      readonly do: 'settle'
      readonly as: 'accepted' | 'refunded'
      readonly outcome: Extract<Outcome, 'complete' | 'failed'>
      /** `null`: no money came, so what the service may still say of it counts, with an alert. */
      readonly settledAs: 'accepted' | 'refunded' | null
      /** The ledger is told, and the order is fulfilled. */
      readonly pays: boolean
    }

/**
 * How an alert can be settled now; empty while it must wait. As long as money is under review, its alerts are settled as accepted
 * or refunded: noted, they would be closed while the order stays blocked.
 */
export function settlementsOf(
  alert: AlertKind,
  raisedAt: Date,
  row: SessionRow | null,
  isKnownAgain = false,
): readonly Settlement[] {
  if (row === null) return ['noted']
  // The service may have given the money back that had paid the order, or the shop does, because it cannot deliver.
  const mayBeBack =
    alert === 'final_changed' || (alert === 'not_fulfilled' && kindOf(row.kind).ledger === 'order')
  if (mayBeBack && row.outcome === 'complete' && reviewOf(row) === null) return ['refunded', 'noted']
  if (!isAboutMoney(alert)) return ['noted']
  if (reviewOf(row) !== null) return ['accepted', 'refunded']
  // The money came, and the shop does not store it.
  if (alert === 'set_paid_fails' && row.refusals > 0) return ['refunded']
  // The service does not know a payment whose end it has not named. Once it has answered again, its answers decide.
  const isMissing = alert === 'payment_missing' && !isEnded(row.outcome) && !isKnownAgain
  if (isMissing && (row.fetch_started_at ?? 0) < raisedAt) return ['accepted', 'refunded', 'noted']
  return row.outcome === 'open' && row.doubt !== null ? [] : ['noted']
}

/** What a person does about an alert that can be settled in these ways. */
export function whatToDoNow(alert: AlertKind, settlements: readonly Settlement[]): string {
  if (settlements.length === 0)
    return 'The payment is open, and its money may still come. Wait until it has come, or until the payment has ended.'
  const isDecision = !settlements.includes('noted')
  if (isDecision === decisions.includes(alert)) return whatToDo[alert]
  return isDecision
    ? 'The money is under review. Deliver and settle as accepted, or give it back and settle as refunded.'
    : 'The money is not under review now. Look at the payment and the order, then settle as noted.'
}

/** The alerts whose text tells a person to decide about money. */
const decisions: readonly AlertKind[] = [
  'amount_differs',
  'disputed',
  'order_unknown',
  'paid_twice',
  'set_paid_fails',
]

/** Decides about a settlement. @param row the alert's session; `null` when it has none */
export function decideSettled(
  { entry }: Pick<OrderCase, 'entry'>,
  row: SessionRow | null,
  { as, alert, raisedAt, isKnownAgain }: SettledFact,
): SettledDecision {
  const settlements = settlementsOf(alert, raisedAt, row, isKnownAgain)
  if (!settlements.includes(as)) return { do: 'refuse', why: whyNot(alert, settlements) }
  if (as === 'noted' || row === null) return { do: 'close' }
  if (as === 'refunded') {
    const settledAs = alert === 'payment_missing' ? null : as
    return { do: 'settle', as, outcome: 'failed', settledAs, pays: false }
  }
  // A dispute was won: the order was paid and fulfilled before it.
  if (row.outcome === 'complete') return { do: 'settle', as, outcome: 'complete', settledAs: as, pays: false }
  if (entry === null)
    return {
      do: 'refuse',
      why: 'There is no such order in the shop. Put the order back first, or refund the money.',
    }
  if (entry.paidBy !== null && entry.paidBy !== row.id)
    return {
      do: 'refuse',
      why: 'Something else has paid this order. Refund this payment, or refund the other one and mark the order as unpaid first.',
    }
  return { do: 'settle', as, outcome: 'complete', settledAs: as, pays: true }
}

function whyNot(alert: AlertKind, settlements: readonly Settlement[]): string {
  if (settlements.length === 0) return whatToDoNow(alert, settlements)
  const isOnlyNoted = settlements.length === 1 && settlements[0] === 'noted'
  if (isOnlyNoted && alert === 'payment_missing')
    return 'The service knows this payment again, or it has ended: what the service says decides. Settle it as noted.'
  if (isOnlyNoted) return 'This alert has no money to settle. Settle it as noted.'
  return `A person must say what became of this money. Settle it as ${settlements.join(' or ')}.`
}
