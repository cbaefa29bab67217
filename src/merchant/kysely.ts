// `payin-checkout/merchant/kysely`: the store over the shop's own Kysely database on Postgres. It needs `kysely`.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'
import { loadOptionalPackage } from './store/optional-package.ts'

interface Executor {
  // biome-ignore lint/suspicious/noExplicitAny: the type of a query depends on the shop's version of Kysely
  executeQuery(query: any): Promise<{ readonly rows: unknown[] }>
  withoutPlugins(): Executor
}

/** The part of a Kysely database that is used. */
export interface KyselyDatabase<Tx> extends Executor {
  transaction(): {
    setIsolationLevel(level: 'read committed'): {
      execute<T>(work: (tx: Tx) => Promise<T>): Promise<T>
    }
  }
}

export interface KyselyStoreOptions {
  /** Receives notifications of other instances at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/**
 * A store in the shop's own Postgres, over the shop's own Kysely database: `find` and `setPaid` get its transaction.
 * This library's own statements run without the shop's plugins: a plugin may rename columns, for example.
 */
export function kyselyStore<Tx extends Executor>(
  db: KyselyDatabase<Tx>,
  { listen }: KyselyStoreOptions = {},
): Store<Tx> {
  const queryOn =
    (target: Executor): DatabaseClient<Tx>['query'] =>
    async (text, params) => {
      const { CompiledQuery } = await loadOptionalPackage('kysely', () => import('kysely'))
      const { rows } = await target.withoutPlugins().executeQuery(CompiledQuery.raw(text, [...params]))
      return rows as object[]
    }
  return createStore<Tx>({
    query: queryOn(db),
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => work({ query: queryOn(tx), own: tx })),
    ...(listen && { listen }),
  })
}
