// `payin-checkout/merchant/knex`: the store over the shop's own knex on Postgres. It needs nothing that a shop with knex has not.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'

interface RawQueries {
  // biome-ignore lint/suspicious/noExplicitAny: what a driver answers, and which parameters it takes, is its own
  raw(query: string, params: any): PromiseLike<any>
}

/** What is needed of knex. */
export interface KnexDatabase<Tx> extends RawQueries {
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: { isolationLevel?: 'read committed' }): Promise<T>
}

export interface KnexStoreOptions {
  /** How other instances' changes are heard at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/** Keeps everything in the shop's own Postgres, by the shop's own knex: `lock` and `markPaid` get its transaction. */
export function knexStore<Tx extends RawQueries>(
  knex: KnexDatabase<Tx>,
  { listen }: KnexStoreOptions = {},
): Store<Tx> {
  const queryOn =
    (target: RawQueries): DatabaseClient<Tx>['query'] =>
    async (text, params) => {
      // knex counts parameters by itself, each place one of its own.
      const places: unknown[] = []
      const query = text.replaceAll('?', '\\?').replace(/\$(\d+)/g, (_, number) => {
        places.push(params[Number(number) - 1])
        return '?'
      })
      const result: { rows: object[] } = await target.raw(query, places)
      return result.rows
    }
  return createStore<Tx>({
    query: queryOn(knex),
    transaction: (work) =>
      knex.transaction((tx) => work({ query: queryOn(tx), own: tx }), { isolationLevel: 'read committed' }),
    ...(listen && { listen }),
  })
}
