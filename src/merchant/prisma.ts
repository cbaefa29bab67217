// `payin-checkout/merchant/prisma`: the store over the shop's own Prisma client on Postgres. It needs nothing that a shop with
// Prisma has not.
import { createStore, type DatabaseClient } from './store/create-store.ts'
import type { Store } from './store/db.ts'
import { defaultTimeLimits } from './store/time-limits.ts'

interface RawQueries {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): PromiseLike<T>
}

/** What is needed of a Prisma client. */
export interface PrismaDatabase<Tx> extends RawQueries {
  $transaction<T>(
    work: (tx: Tx) => Promise<T>,
    options?: { isolationLevel?: 'ReadCommitted'; maxWait?: number; timeout?: number },
  ): Promise<T>
}

export interface PrismaStoreOptions {
  /** How other instances' changes are heard at once; see `createStore`. */
  readonly listen?: DatabaseClient<unknown>['listen']
}

/** Longer than what it guards: a migration may build an index. */
const timeLimits = { maxWait: defaultTimeLimits.connectMs, timeout: defaultTimeLimits.migrationMs }

/**
 * Keeps everything in the shop's own Postgres, by the shop's own Prisma client: `lock` and `markPaid` get its transaction.
 */
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
