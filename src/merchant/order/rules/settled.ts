// The rule about settling: a person has looked at an alert and says what became of the money. A pure function of the order's
// case. It is the only way in which money that does not fit its order can still pay it.
import type { Outcome } from '../../../server/index.ts'
import type { AlertKind } from '../../alerts.ts'
import type { SessionRow } from '../../session/session-row.ts'
import type { OrderCase } from '../case.ts'

/** `accepted`: the money pays the order. `refunded`: it was given back. `noted`: nothing changes, the alert is closed. */
export const settlements = ['accepted', 'refunded', 'noted'] as const
export type Settlement = (typeof settlements)[number]

export interface SettledFact {
  readonly as: Settlement
  readonly alert: AlertKind
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
      /** The ledger is told, and the order is fulfilled. */
      readonly pays: boolean
    }

/** Whether a session has money that a person can settle. */
export const isUnderReview = ({ outcome, review, doubt }: SessionRow): boolean =>
  outcome === 'authorized' && (review !== null || doubt !== null)

/** How an alert can be settled now. */
export function settlementsOf(alert: AlertKind, row: SessionRow | null): readonly Settlement[] {
  if (row !== null && isUnderReview(row)) return settlements
  // A dispute may end with the money given back, also after the order was paid.
  if (row !== null && alert === 'disputed' && row.outcome === 'authorized') return ['refunded', 'noted']
  return ['noted']
}

/** Decides about a settlement. @param row the alert's session; `null` when it has none */
export function decideSettled(
  order: OrderCase,
  row: SessionRow | null,
  { as, alert }: SettledFact,
): SettledDecision {
  if (as === 'noted') return { do: 'close' }
  if (row === null || !settlementsOf(alert, row).includes(as))
    return { do: 'refuse', why: 'This alert has no money to settle. Settle it as noted.' }
  if (as === 'refunded') return { do: 'settle', as, outcome: 'failed', pays: false }
  const { entry } = order
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
  return { do: 'settle', as, outcome: 'complete', pays: true }
}
