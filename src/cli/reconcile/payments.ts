// A payment twice: as the merchant's server has it on record, and as the service tells it.
import type { Kind, Money, Outcome } from '../../server/index.ts'

/** One session of the merchant's server. */
export interface RecordedPayment {
  readonly kind: Kind
  /** What the service knows the order by. */
  readonly reference: string
  /** What the service calls it; `null`: no answer has named it yet. */
  readonly serviceId: string | null
  readonly status: string
  readonly outcome: Outcome
  readonly amount: Money | null
  /** Why its money is not believed to be the order's. */
  readonly doubt: string | null
}

/** One payment of the service. */
export interface ServicePayment {
  readonly kind: Kind
  readonly id: string
  readonly status: string
  /** Of an on-ramp: `bankDepositStatus`. */
  readonly deposit: string | null
  readonly reference: string | null
  readonly amount: Money | null
  readonly createdAt: Date | null
}

/** Money that has arrived, of which the shop's own functions have not been told. */
export interface UnfulfilledPayment {
  readonly kind: Kind
  readonly reference: string
  readonly serviceId: string | null
  readonly amount: Money
  readonly since: Date
  readonly attempts: number
}

/** By kind and id: the id of a payin may be written in capitals in one place. */
export const nameOf = (kind: Kind, id: string): string => `${kind} ${id.toLowerCase()}`
