// What a health check and a start ask the database: whether it answers, and whether it can store money.
import { OperatorError } from '../errors/operator-error.ts'

/** Thrown by a probe of a database that answers and stores nothing. The message holds the remedy. */
export class OnlyReads extends OperatorError {
  override readonly name = 'OnlyReads'
  constructor() {
    super(
      'The database only reads: it is a standby, or its host has stopped all writing, for example because the disk is full. Lead the store to the primary, or give it room.',
    )
  }
}

/** Returns one row for `requireWritable`. */
export const probeStatement = "select current_setting('transaction_read_only') as mode"

/** @throws {OnlyReads} */
export function requireWritable([row]: readonly { readonly mode?: unknown }[]): void {
  if (row?.mode === 'on') throw new OnlyReads()
}
