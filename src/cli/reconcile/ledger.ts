// Where the merchant's server keeps its payments.
import type { RecordedPayment, UnfulfilledPayment } from './payments.ts'

export interface Ledger {
  /** What was made since then, and what is not over yet, however old it is. */
  readSince(since: Date): Promise<readonly RecordedPayment[]>
  /** Sessions of any age about these ids of the service. */
  find(ids: readonly string[]): Promise<readonly RecordedPayment[]>
  /** Money that has arrived before this moment, of which the shop's functions were not told; none where nobody can know. */
  readUnfulfilled(before: Date): Promise<readonly UnfulfilledPayment[]>
  close(): Promise<void>
}
