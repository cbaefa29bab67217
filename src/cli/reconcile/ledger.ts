// Where the merchant's server keeps its payments.
import type { Recorded, Untold } from './payments.ts'

export interface Ledger {
  /** What was made since then, and what is not over yet, however old it is. */
  readSince(since: Date): Promise<readonly Recorded[]>
  /** Sessions of any age about these ids of the service. */
  find(ids: readonly string[]): Promise<readonly Recorded[]>
  /** Money that has arrived before this moment, of which the shop's functions were not told; none where nobody can know. */
  readUntold(before: Date): Promise<readonly Untold[]>
  close(): Promise<void>
}
