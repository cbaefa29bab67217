// The query plan of one statement in Postgres, and its execution time.
import { type Db, queryOne } from '../../src/merchant/store/db.ts'
import { growing } from './fill.ts'
import type { Statement } from './record.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Node[]
}

export interface Explained {
  readonly sql: string
  readonly indexes: readonly string[]
  readonly fullScans: readonly string[]
  /** In milliseconds, planning included; `null` when the statement cannot be executed a second time. */
  readonly ms: number | null
}

interface Answer {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: Node
    readonly 'Planning Time'?: number
    readonly 'Execution Time'?: number
  }[]
}

/** Executes a statement, rolls it back, and returns its plan. */
export async function explain(db: Db, { sql, params }: Statement): Promise<Explained> {
  const measured = await measure(db, sql, params)
  const answer = measured ?? (await queryOne<Answer>(db, `explain (format json) ${sql}`, params))
  const nodes = answer['QUERY PLAN'].flatMap(({ Plan }) => allOf(Plan))
  const fullScans = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .flatMap((node) => node['Relation Name'] ?? [])
    .filter((table) => (growing as readonly string[]).includes(table))
  const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))]
  const [whole] = measured?.['QUERY PLAN'] ?? []
  return {
    sql,
    indexes,
    fullScans,
    ms: whole ? (whole['Planning Time'] ?? 0) + (whole['Execution Time'] ?? 0) : null,
  }
}

/**
 * Executes a statement twice and rolls both back. The second run counts, because the first reads its pages from the disk.
 * @returns `null` when it fails, because the rows that it inserts exist already
 */
async function measure(db: Db, sql: string, params: readonly unknown[]): Promise<Answer | null> {
  const rolledBack = new Error('All of it is rolled back.')
  let answer: Answer | null = null
  for (let times = 0; times < 2; times++) {
    const work = db.transaction(async (tx) => {
      answer = await queryOne<Answer>(tx, `explain (analyze, format json) ${sql}`, params)
      throw rolledBack
    })
    await work.catch((error) => {
      if (error !== rolledBack) answer = null
    })
  }
  return answer
}

function allOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)]
}
