// `payin-checkout/merchant/prisma`: the store over the shop's own Prisma client on Postgres. It needs no other
// package.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'
import { defaultTimeLimits } from './store/time-limits.ts'

interface RawQueries {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): PromiseLike<T>
}

/** The part of a Prisma client that is used. */
export interface PrismaDatabase<Tx> extends RawQueries {
  $transaction<T>(
    work: (tx: Tx) => Promise<T>,
    options?: { isolationLevel?: 'ReadCommitted'; maxWait?: number; timeout?: number },
  ): Promise<T>
}

export interface PrismaStoreOptions {
  /** Receives notifications of other instances at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/** Prisma's own limit of a transaction. It must allow for a migration that builds an index; ours are shorter. */
const timeLimits = { maxWait: defaultTimeLimits.connectMs, timeout: defaultTimeLimits.migrationMs }

/** A store in the shop's own Postgres, over the shop's own Prisma client: `find` and `setPaid` get its transaction. */
export function prismaStore<Tx extends RawQueries>(
  prisma: PrismaDatabase<Tx>,
  { listen }: PrismaStoreOptions = {},
): Store<Tx> {
  const queryOn =
    (target: RawQueries): DatabaseClient<Tx>['query'] =>
    async (text, params) =>
      target.$queryRawUnsafe<object[]>(text, ...params)
  return createStore<Tx>({
    query: queryOn(prisma),
    transaction: (work) =>
      prisma.$transaction((tx) => work({ query: queryOn(tx), own: tx }), {
        isolationLevel: 'ReadCommitted',
        ...timeLimits,
      }),
    ...(listen && { listen }),
  })
}
