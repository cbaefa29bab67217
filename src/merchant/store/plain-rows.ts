// Normalizes the values of rows. The shop may have configured its driver differently: `pg.types.setTypeParser` applies to
// the whole process, and some query builders return times as text.

import type { Db, Queries } from './db.ts'

/** The same database with normalized rows, for this library's own statements. The shop's own rows stay unchanged. */
export const withPlainRows = (db: Db): Db => ({
  query: plainQuery(db),
  transaction: (work) =>
    db.transaction((tx) =>
      work({
        query: plainQuery(tx),
        run: (sql) => tx.run(sql),
        notify: (channel, payload) => tx.notify(channel, payload),
        ...(tx.lock && { lock: (name) => tx.lock?.(name) ?? Promise.resolve() }),
        isPipelined: tx.isPipelined ?? false,
        // A getter, because some stores must know whether the shop's functions used it (create-store.ts).
        get own() {
          return tx.own
        },
      }),
    ),
  listen: (channel, listener) => db.listen(channel, listener),
  close: () => db.close(),
})

const plainQuery =
  (queries: Queries): Queries['query'] =>
  async <T extends object>(sql: string, params?: readonly unknown[]) =>
    plainRows(await queries.query<T>(sql, params))

/** Whether one of our columns is of type `timestamptz`, by its name. */
const isTime = (column: string) => /_(at|since|before|until)$/.test(column)

/**
 * Converts times to `Date` and bigints to `number`, in place.
 * @throws {TypeError} for a time that cannot be read
 */
function plainRows<T extends object>(rows: T[]): T[] {
  for (const row of rows as readonly Record<string, unknown>[])
    for (const column in row) {
      const value = row[column]
      if (typeof value === 'bigint') row[column] = Number(value)
      else if (value !== null && isTime(column) && !(value instanceof Date))
        row[column] = dateOf(column, value)
    }
  return rows
}

function dateOf(column: string, value: unknown): Date {
  const date = new Date(typeof value === 'string' ? isoOf(value) : millisecondsOf(value))
  if (Number.isNaN(date.getTime()))
    throw new TypeError(
      `The database client gives the column ${column} as ${JSON.stringify(value)}, which is no time. Let it give timestamps as Date or as text of ISO 8601.`,
    )
  return date
}

/** Postgres writes `2026-11-20 12:00:00.123+00`. */
const isoOf = (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/** Milliseconds of a number or of a date library's object: `Temporal.Instant`, Luxon, Day.js. */
function millisecondsOf(value: unknown): number {
  const { epochMilliseconds } = value as { epochMilliseconds?: unknown }
  return Number(epochMilliseconds ?? (value as object).valueOf())
}
