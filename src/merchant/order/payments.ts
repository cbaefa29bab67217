// The payments of an order, for a shop that is about to change or cancel it.
import { isReference } from '../../contract/values.ts'
import type { Kind, Money, Outcome, Review } from '../../server/index.ts'
import { defaultKind } from '../kinds/kinds.ts'
import { moneyOf, reviewOf } from '../session/session-row.ts'
import { countedOf, type OrderCase } from './case.ts'
import type { OnOrder } from './on-order.ts'
import { pagesOf } from './rules/address.ts'

/** One attempt to pay an order. */
export interface OrderPayment {
  /** The id that `setPaid` gets. */
  readonly id: string
  readonly kind: Kind
  /** The service's status, unchanged. */
  readonly status: string
  readonly outcome: Outcome
  readonly review: Review | null
  /** What the service names, also where it is not the price. */
  readonly amount: Money
  /** Whether somebody may have a page at which it can be paid now. */
  readonly canBePaid: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export interface PaymentsOfId {
  /** Of the order that has the id now. */
  readonly own: readonly OrderPayment[]
  /** Of other orders that had the id before. */
  readonly ofOthers: readonly OrderPayment[]
}

/** All payments under an order's id that the service did not refuse, the newest first, read under the order's lock. */
export const paymentsOf = async (onOrder: OnOrder, order: string, now: number): Promise<PaymentsOfId> =>
  isReference(order)
    ? onOrder({ kind: defaultKind, order_id: order }, async ({ order: { sessions, ofOtherOrders } }) => ({
        own: toPayments(sessions, now),
        ofOthers: toPayments(ofOtherOrders, now),
      }))
    : { own: [], ofOthers: [] }

const toPayments = (sessions: OrderCase['sessions'], now: number): OrderPayment[] =>
  countedOf({ sessions }).map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    outcome: row.outcome,
    review: reviewOf(row),
    amount: moneyOf(row),
    canBePaid: pagesOf(row, now) > 0,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
