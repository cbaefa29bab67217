// A payment as the merchant's server has recorded it, and as the service has it.
import type { Kind, Money, Outcome } from '../../server/index.ts'

export interface RecordedPayment {
  readonly kind: Kind
  readonly reference: string
  /** The id at the service; `null` until an answer has named it. */
  readonly serviceId: string | null
  readonly status: string
  readonly outcome: Outcome
  readonly amount: Money | null
  /** Why a person must settle the money. */
  readonly review: string | null
  /** How a person has settled it. */
  readonly settledAs: 'accepted' | 'refunded' | null
}

/** One payment of the service. */
export interface ServicePayment {
  readonly kind: Kind
  readonly id: string
  readonly status: string
  /** `bankDepositStatus`, only for an on-ramp. */
  readonly deposit: string | null
  readonly reference: string | null
  readonly amount: Money | null
  readonly createdAt: Date | null
}

/** A payment of the service that it shows and that cannot be read: its id or its status is missing, for example. */
export interface UnreadablePayment extends Pick<ServicePayment, 'kind' | 'reference' | 'createdAt'> {
  readonly id: string | null
}

/** What the service answers about one payment; `null`: it has no such payment. */
export type AtService = ServicePayment | 'unreadable' | null

/** A complete payment that the shop has not fulfilled yet. */
export interface UnfulfilledPayment {
  readonly kind: Kind
  readonly reference: string
  readonly serviceId: string | null
  readonly amount: Money
  readonly attempts: number
}

/** A key from kind and id. Upper and lower case count as the same id. */
export const nameOf = (kind: Kind, id: string): string => `${kind} ${id.toLowerCase()}`

export interface Ledger {
  /** Sessions that were created or changed since then, and open ones of any age. */
  readSince(since: Date): Promise<readonly RecordedPayment[]>
  /** Sessions of any age with these ids of the service. */
  find(ids: readonly string[]): Promise<readonly RecordedPayment[]>
  /** Complete payments from before this time that the shop has not fulfilled; empty if the ledger cannot know. */
  readUnfulfilled(before: Date): Promise<readonly UnfulfilledPayment[]>
  close(): Promise<void>
}
