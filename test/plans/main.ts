// `npm run plans`: how Postgres carries out every statement of the server on a database of a million sessions. Fails when one
// of them reads a whole table that grows with the shop.
//
//   TEST_DATABASE_URL=postgres://… npm run plans -- --rows=1000000 [--markdown]

import { parseArgs } from 'node:util'
import { type Db, queryOne } from '../../src/merchant/store/db.ts'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { makeTables } from '../support/example-merchant.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { fill, growing } from './fill.ts'
import { record, type Statement } from './record.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Node[]
}

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, markdown: { type: 'boolean', default: false } },
})
const count = Number(values.rows)
const url = process.env.TEST_DATABASE_URL
if (!url || !Number.isInteger(count) || count < 1) {
  console.error('Set TEST_DATABASE_URL to a Postgres, and --rows to a whole number.')
  process.exit(1)
}

const database = await createOwnDatabase(url)
/** A million rows are written in one statement, which takes longer than any of the server's. */
const limits = { statementMs: 900_000, answerMs: 901_000, lifetimeMs: 3_600_000 }
const db = openPostgres(database.urlFor('plans'), () => undefined, { limits })
try {
  await makeTables(db)
  await fill(db, count)
  const plans = await Promise.all(
    (await record(db)).filter(isExplainable).map((statement) => explain(db, statement)),
  )
  show(plans)
  const whole = plans.filter(({ readsWhole }) => readsWhole.length > 0)
  for (const { sql, readsWhole } of whole) console.error(`\nReads all of ${readsWhole.join(', ')}:\n  ${sql}`)
  console.log(`\n${plans.length} statements, ${whole.length} of them read a whole table that grows.`)
  process.exitCode = whole.length > 0 ? 1 : 0
} finally {
  await db.close()
  await database.drop()
}

function isExplainable({ sql }: Statement): boolean {
  return /^(with|select|insert|update|delete)\b/i.test(sql) && !/pg_notify|pg_advisory/.test(sql)
}

async function explain(db: Db, { sql, params }: Statement) {
  const row = await queryOne<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
    db,
    `explain (format json) ${sql}`,
    params,
  )
  const nodes = row['QUERY PLAN'].flatMap(({ Plan }) => allOf(Plan))
  const readsWhole = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .flatMap((node) => node['Relation Name'] ?? [])
    .filter((table) => (growing as readonly string[]).includes(table))
  const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))]
  return { sql, indexes, readsWhole }
}

function allOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)]
}

function show(plans: readonly { readonly sql: string; readonly indexes: readonly string[] }[]): void {
  const short = (sql: string) => (sql.length > 110 ? `${sql.slice(0, 107)}…` : sql)
  for (const { sql, indexes } of plans) {
    const used = indexes.join(', ') || '–'
    console.log(
      values.markdown
        ? `| \`${short(sql).replaceAll('|', '\\|')}\` | ${used} |`
        : `${short(sql)}\n    ${used}`,
    )
  }
}
