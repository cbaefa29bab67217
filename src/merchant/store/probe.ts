// What a health check and a start ask the database: whether it answers, and whether it can store money.
import { OperatorError } from '../errors/operator-error.ts'
import { migrations } from './migrations/migrations.ts'

/** Thrown about a database that answers and stores nothing. The message holds the remedy. */
export abstract class Unusable extends OperatorError {
  /** What everybody may know. */
  abstract readonly shown: string
}

export class NoTables extends Unusable {
  override readonly name = 'NoTables'
  readonly shown = 'The tables of the database are missing, or may not be written.'
  constructor() {
    super(
      'Tables of payin-checkout are missing, or this user of the database may not read and write them. Restore the database, or grant select, insert, update and delete on all tables of the schema payin_checkout.',
    )
  }
}

export class OnlyReads extends Unusable {
  override readonly name = 'OnlyReads'
  readonly shown = 'The database only reads.'
  constructor() {
    super(
      'The database only reads: it is a standby, or its host has stopped all writing, for example because the disk is full. Lead the store to the primary, or give it room.',
    )
  }
}

/** All tables: one lists the migrations. */
const tableCount = 1 + migrations.flatMap(([, sql]) => sql.match(/^create table /gm) ?? []).length
const rights = [
  "has_schema_privilege(relnamespace, 'usage')",
  ...['select', 'insert', 'update', 'delete'].map((right) => `has_table_privilege(oid, '${right}')`),
]

interface Probe {
  readonly mode: string
  readonly usable: boolean
}

/** Returns one row for `isUsable`. It reads the catalogue alone, which no lock of a table holds up. */
export const probeStatement = `select current_setting('transaction_read_only') as mode,
  (select count(*) >= ${tableCount} from pg_catalog.pg_class where relkind = 'r'
     and relnamespace = to_regnamespace('payin_checkout') and ${rights.join(' and ')}) as usable`

/** Whether the tables of this library are there, and this user may read and write them. @throws {OnlyReads} */
export function isUsable([row]: readonly Partial<Probe>[]): boolean {
  if (row?.mode === 'on') throw new OnlyReads()
  return row?.usable !== false
}
