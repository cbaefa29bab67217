// The port to the storage of the merchant's server.
import type { RecordedPayment, UnfulfilledPayment } from './payments.ts'

export interface Ledger {
  /** Sessions that were created or changed since then, and open ones of any age. */
  readSince(since: Date): Promise<readonly RecordedPayment[]>
  /** Sessions of any age with these ids of the service. */
  find(ids: readonly string[]): Promise<readonly RecordedPayment[]>
  /** Complete payments from before this time that the shop has not fulfilled; empty if the ledger cannot know. */
  readUnfulfilled(before: Date): Promise<readonly UnfulfilledPayment[]>
  close(): Promise<void>
}
