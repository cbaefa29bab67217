// `payin-checkout/merchant/drizzle`: the store over the shop's own Drizzle database on Postgres. It needs `drizzle-orm`.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'
import { loadOptionalPackage } from './store/optional-package.ts'

/** The part of a Drizzle database that is used. Any driver for Postgres with transactions fits. */
export interface DrizzleDatabase<Tx> {
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: { isolationLevel?: 'read committed' }): Promise<T>
  // biome-ignore lint/suspicious/noExplicitAny: each driver has its own types of queries and results
  execute(query: any): PromiseLike<any>
}

export interface DrizzleStoreOptions {
  /** Receives notifications of other instances at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/**
 * A store in the shop's own Postgres, over the shop's own Drizzle database: `find` and `setPaid` get its transaction.
 * The database must use a pool, never a single connection.
 */
export function drizzleStore<Tx extends Pick<DrizzleDatabase<unknown>, 'execute'>>(
  db: DrizzleDatabase<Tx>,
  { listen }: DrizzleStoreOptions = {},
): Store<Tx> {
  const queryOn =
    (target: Pick<DrizzleDatabase<Tx>, 'execute'>): DatabaseClient<Tx>['query'] =>
    async (text, params) => {
      const { sql } = await loadOptionalPackage('drizzle-orm', () => import('drizzle-orm'))
      // Drizzle numbers the parameters itself, so each occurrence of `$n` becomes a parameter of its own.
      const [first = '', ...parts] = text.split(/\$(\d+)/)
      const query = sql.raw(first)
      for (let at = 0; at < parts.length; at += 2)
        query.append(sql`${sql.param(params[Number(parts[at]) - 1])}`).append(sql.raw(parts[at + 1] ?? ''))
      const result: { rows: object[] } | object[] = await target.execute(query)
      // postgres.js returns a list, the other drivers an object.
      return Array.isArray(result) ? result : result.rows
    }
  return createStore<Tx>({
    query: queryOn(db),
    transaction: (work) =>
      db.transaction((tx) => work({ query: queryOn(tx), own: tx }), { isolationLevel: 'read committed' }),
    ...(listen && { listen }),
  })
}
