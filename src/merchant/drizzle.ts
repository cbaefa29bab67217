// `payin-checkout/merchant/drizzle`: the store over the shop's own Drizzle database on Postgres. It needs `drizzle-orm`.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'
import { loadOptionalPackage } from './store/optional-package.ts'

/** What is needed of a Drizzle database, of any driver for Postgres that has transactions. */
export interface DrizzleDatabase<Tx> {
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: { isolationLevel?: 'read committed' }): Promise<T>
  // biome-ignore lint/suspicious/noExplicitAny: what a driver answers, and which queries it takes, is its own
  execute(query: any): PromiseLike<any>
}

export interface DrizzleStoreOptions {
  /** How other instances' changes are heard at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/**
 * Keeps everything in the shop's own Postgres, by the shop's own Drizzle database: `lock` and `markPaid` get its transaction.
 * Give it a pool, never a single connection.
 */
export function drizzleStore<Tx extends Pick<DrizzleDatabase<unknown>, 'execute'>>(
  db: DrizzleDatabase<Tx>,
  { listen }: DrizzleStoreOptions = {},
): Store<Tx> {
  const queryOn =
    (target: Pick<DrizzleDatabase<Tx>, 'execute'>): DatabaseClient<Tx>['query'] =>
    async (text, params) => {
      const { sql } = await loadOptionalPackage('drizzle-orm', () => import('drizzle-orm'))
      // Each place of a parameter is one of its own: Drizzle counts by itself.
      const [first = '', ...parts] = text.split(/\$(\d+)/)
      const query = sql.raw(first)
      for (let at = 0; at < parts.length; at += 2)
        query.append(sql`${sql.param(params[Number(parts[at]) - 1])}`).append(sql.raw(parts[at + 1] ?? ''))
      const result: { rows: object[] } | object[] = await target.execute(query)
      // Of postgres.js a list, of the other drivers an object.
      return Array.isArray(result) ? result : result.rows
    }
  return createStore<Tx>({
    query: queryOn(db),
    transaction: (work) =>
      db.transaction((tx) => work({ query: queryOn(tx), own: tx }), { isolationLevel: 'read committed' }),
    ...(listen && { listen }),
  })
}
