// How Postgres carries out one statement, and how long that takes.
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
  readonly readsWhole: readonly string[]
  /** Milliseconds, planning included; `null` where it cannot be carried out a second time. */
  readonly ms: number | null
}

interface Answer {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: Node
    readonly 'Planning Time'?: number
    readonly 'Execution Time'?: number
  }[]
}

/** Carries a statement out, undoes it, and tells how it was done. */
export async function explain(db: Db, { sql, params }: Statement): Promise<Explained> {
  const timed = await timeOf(db, sql, params)
  const answer = timed ?? (await queryOne<Answer>(db, `explain (format json) ${sql}`, params))
  const nodes = answer['QUERY PLAN'].flatMap(({ Plan }) => allOf(Plan))
  const readsWhole = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .flatMap((node) => node['Relation Name'] ?? [])
    .filter((table) => (growing as readonly string[]).includes(table))
  const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))]
  const [whole] = timed?.['QUERY PLAN'] ?? []
  return {
    sql,
    indexes,
    readsWhole,
    ms: whole ? (whole['Planning Time'] ?? 0) + (whole['Execution Time'] ?? 0) : null,
  }
}

/** Carries it out twice and undoes both: the first finds its pages on the disk. `null`: its rows are there already. */
async function timeOf(db: Db, sql: string, params: readonly unknown[]): Promise<Answer | null> {
  const undone = new Error('All of it is undone.')
  let answer: Answer | null = null
  for (let times = 0; times < 2; times++) {
    const work = db.transaction(async (tx) => {
      answer = await queryOne<Answer>(tx, `explain (analyze, format json) ${sql}`, params)
      throw undone
    })
    await work.catch((error) => {
      if (error !== undone) answer = null
    })
  }
  return answer
}

function allOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)]
}
