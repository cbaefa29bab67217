// Reads the payments in the database of `payin-checkout/merchant`. It never writes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../merchant/errors/operator-error.ts'
import { pgliteStore } from '../../merchant/pglite.ts'
import { postgresStore } from '../../merchant/postgres.ts'
import type { Store } from '../../merchant/store/db.ts'
import { CommandError } from '../command.ts'
import type { Ledger, RecordedPayment, UnfulfilledPayment } from './payments.ts'

/** What a payment and an event have of their session `s`; the amount is that of `from`. */
const named = (
  from: 's' | 'o',
) => `s.kind, coalesce(s.reference, s.order_id) as reference, s.service_id as "serviceId",
  json_build_object('value', ${from}.amount_value, 'currency', ${from}.amount_currency) as amount`

const selectPayments = `select ${named('s')}, s.status, s.outcome, s.settled_as as "settledAs",
  case when s.settled_as is null then coalesce(s.review, s.doubt) end as review from payin_checkout.sessions s`

/**
 * Opens the database by the variables of the example server (server-example/open-store.ts).
 * @throws {CommandError} if the environment names none, or a folder without one
 */
export function openDatabaseLedger({ DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv): Ledger {
  const url = DATABASE_URL?.trim()
  const folder = DATA_DIR?.trim()
  if (url) return ledgerIn(postgresStore({ connectionString: url, max: 2 }))
  // The store would make a folder that is not there.
  if (folder && !existsSync(join(folder, 'pglite')))
    throw new CommandError(
      `There is no database in the folder ${folder}. Set DATA_DIR as your server has it.`,
    )
  if (folder) return ledgerIn(pgliteStore(folder))
  throw new CommandError(
    'There is no source for your payments. Set DATABASE_URL or DATA_DIR as your server has it, or give a file with --sessions.',
  )
}

/** @param store closed together with the ledger */
export function ledgerIn(store: Store): Ledger {
  const read = async <T extends object>(sql: string, params: readonly unknown[]): Promise<T[]> =>
    store.query<T>(sql, params).catch((error: unknown) => {
      throw Object.assign(new CommandError(databaseErrorMessage(error)), { cause: error })
    })

  return {
    async readSince(since) {
      const found: RecordedPayment[] = []
      // Read in parts along the primary key. No index covers the time columns, and one statement over millions of rows takes
      // too long.
      for (let after = lowestId; ; ) {
        const [part] = await read<{ last: string | null }>(
          'select max(id::text) as last from (select id from payin_checkout.sessions where id > $1::uuid order by id limit $2::int) part',
          [after, rowsAtOnce],
        )
        const last = part?.last
        if (!last) return found
        const payments = await read<RecordedPayment>(
          `${selectPayments} where id > $2::uuid and id <= $3::uuid
             and (created_at >= $1 or updated_at >= $1 or outcome in ('open', 'authorized')) order by created_at, id`,
          [since, after, last],
        )
        found.push(...payments)
        after = last
      }
    },
    find: (ids) =>
      read<RecordedPayment>(`${selectPayments} where lower(s.service_id) = any($1::text[])`, [
        ids.map((id) => id.toLowerCase()),
      ]),
    readUnfulfilled: (before) =>
      read<UnfulfilledPayment>(
        `select ${named('o')}, o.attempts
         from payin_checkout.outbox o join payin_checkout.sessions s on s.id = o.session
         where o.done_at is null and o.created_at < $1 order by o.created_at, o.id`,
        [before],
      ),
    close: () => store.close(),
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000'
const rowsAtOnce = 20_000

/** Postgres: undefined_table, undefined_column, invalid_schema_name. */
const otherTables = ['42P01', '42703', '3F000']

function databaseErrorMessage(error: unknown): string {
  // An address that cannot be read, a missing package, a folder in use: the message says what to do.
  if (error instanceof OperatorError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (otherTables.includes(String(code)))
    return 'This database has no tables of payin-checkout, or tables of another version. If it is your server’s database, start your server once with this version: it updates the tables.'
  return `Your database does not answer: ${message}`
}
