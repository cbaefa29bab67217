// `payin-checkout/merchant/knex`: the store over the shop's own knex on Postgres. It needs no other package.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'

interface Result {
  readonly rows: object[]
}

interface RawQueries {
  // biome-ignore lint/suspicious/noExplicitAny: each driver has its own types of parameters and results
  raw(query: string, params: any): PromiseLike<any> & { on?(event: string, listener: any): unknown }
}

/** The part of knex that is used. */
export interface KnexDatabase<Tx> extends RawQueries {
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: { isolationLevel?: 'read committed' }): Promise<T>
}

export interface KnexStoreOptions {
  /** Receives notifications of other instances at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/** A store in the shop's own Postgres, over the shop's own knex: `find` and `setPaid` get its transaction. */
export function knexStore<Tx extends RawQueries>(
  knex: KnexDatabase<Tx>,
  { listen }: KnexStoreOptions = {},
): Store<Tx> {
  const queryOn =
    (target: RawQueries): DatabaseClient<Tx>['query'] =>
    async (text, params) => {
      // knex has only `?` for parameters, so each occurrence of `$n` becomes a parameter of its own.
      const values: unknown[] = []
      const query = text.replaceAll('?', '\\?').replace(/\$(\d+)/g, (_, number) => {
        values.push(params[Number(number) - 1])
        return '?'
      })
      const raw = target.raw(query, values)
      // What Postgres sent: the shop's own `postProcessResponse` may rename columns or return something else.
      let sent: Result | undefined
      raw.on?.('query-response', (_: unknown, { response }: { readonly response?: Result }) => {
        sent = response
      })
      const result: Result = await raw
      return (sent ?? result).rows
    }
  return createStore<Tx>({
    query: queryOn(knex),
    transaction: (work) =>
      knex.transaction((tx) => work({ query: queryOn(tx), own: tx }), { isolationLevel: 'read committed' }),
    ...(listen && { listen }),
  })
}
