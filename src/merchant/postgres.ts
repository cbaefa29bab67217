// `payin-checkout/merchant/postgres`: the store for real money, and for several instances. It needs the package `pg`.
import type { Store } from './store/db.ts'
import { createLazyStore } from './store/lazy-store.ts'
import { loadOptionalPackage } from './store/optional-package.ts'

/** What is needed of the options of a pool. */
export interface PoolSettings {
  readonly max?: number | undefined
  readonly password?: string | (() => string | Promise<string>) | undefined
}

export interface PostgresStoreOptions {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly connectionString?: string
  /** A pool of `pg`, in place of the address: its address, user and TLS are used. */
  readonly pool?: { readonly options: PoolSettings }
  /** How many connections it takes at most, beside two that it keeps open; by default those of the pool, or 10. */
  readonly max?: number
}

/**
 * Keeps everything in Postgres. It has connections of its own, each with time limits (`statement_timeout`, `lock_timeout`),
 * so that nobody waits without an end; a transaction pooler such as PgBouncer may stand in between.
 * @throws {TypeError} without an address or a pool
 */
export function postgresStore({ connectionString, pool, max }: PostgresStoreOptions): Store {
  const connection = connectionString ?? (pool && optionsOf(pool))
  if (connection === undefined)
    throw new TypeError('postgresStore needs { connectionString } or { pool }, a pool of the package pg.')
  const atMost = max ?? pool?.options.max
  return createLazyStore(async (onFault) => {
    const { openPostgres } = await loadOptionalPackage('pg', () => import('./store/postgres.ts'))
    return openPostgres(connection, onFault, atMost === undefined ? {} : { max: atMost })
  })
}

/** The password is not enumerable in a pool's options, so that no log shows it. */
const optionsOf = ({ options }: { readonly options: PoolSettings }): PoolSettings => ({
  ...options,
  ...(options.password !== undefined && { password: options.password }),
})
