// `npm run plans`: the query plan and the execution time of every statement of the server, on a database with a million
// sessions. Fails when a statement scans a whole table that grows with the shop.
//
//   TEST_DATABASE_URL=postgres://… npm run plans -- --rows=1000000 [--markdown]
//
// Ten million sessions take 20 GB and a quarter of an hour. `--filled=postgres://…` uses a database that is filled already,
// and does not drop it.

import { parseArgs } from 'node:util'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { makeTables } from '../support/example-merchant.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { timeCleaning } from './clean-times.ts'
import { type Explained, explain } from './explain.ts'
import { fill, manyAttempts } from './fill.ts'
import { isExplainable, record, type Statement } from './record.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    markdown: { type: 'boolean', default: false },
    filled: { type: 'string' },
  },
})
const count = Number(values.rows)
const url = process.env.TEST_DATABASE_URL
if (!url || !Number.isInteger(count) || count < 1) {
  console.error('Set TEST_DATABASE_URL to a Postgres, and --rows to a whole number.')
  process.exit(1)
}

const database = values.filled === undefined ? await createOwnDatabase(url) : null
/** One statement writes a million rows, which takes longer than any statement of the server. */
const limits = { statementMs: 900_000, answerMs: 901_000, lifetimeMs: 3_600_000 }
const db = openPostgres(values.filled ?? database?.urlFor('plans') ?? url, () => undefined, { limits })
try {
  await makeTables(db)
  if (database) await fill(db, count)
  const statements = (await record(db)).filter(isExplainable)
  const plans: Explained[] = []
  for (const statement of [...statements, ...withManyAttempts(statements)])
    plans.push(await explain(db, statement))
  show(plans)
  const scanning = plans.filter(({ fullScans }) => fullScans.length > 0)
  for (const { sql, fullScans } of scanning)
    console.error(`\nReads all of ${fullScans.join(', ')}:\n  ${sql}`)
  await timeCleaning(db)
  console.log(`\n${plans.length} statements, ${scanning.length} of them scan a whole table that grows.`)
  process.exitCode = scanning.length > 0 ? 1 : 0
} finally {
  await db.close()
  await database?.drop()
}

/** The read of a session whose order has a thousand attempts. */
function withManyAttempts(statements: readonly Statement[]): Statement[] {
  return statements
    .filter(({ sql }) => /session_ids i join/.test(sql))
    .map(({ sql, params: [id] }) => ({
      sql: `/* of an order with 1000 attempts */ ${sql}`,
      // One statement reads a single session, another one many.
      params: [Array.isArray(id) ? [manyAttempts] : manyAttempts],
    }))
}

function show(plans: readonly Explained[]): void {
  const short = (sql: string) => (sql.length > 110 ? `${sql.slice(0, 107)}…` : sql)
  for (const { sql, indexes, ms } of plans) {
    const used = indexes.join(', ') || '–'
    const took = ms === null ? '–' : ms.toFixed(1)
    console.log(
      values.markdown
        ? `| \`${short(sql.replace(/\s+/g, ' ')).replaceAll('|', '\\|')}\` | ${used} | ${took} |`
        : `${short(sql)}\n    ${used}\n    ${took} ms`,
    )
  }
}
