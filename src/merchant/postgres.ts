// `payin-checkout/merchant/postgres`: the store for real money, and for several instances. It needs the package `pg`.
import type { ClientConfig } from 'pg'
import { SettingsError } from './settings/settings.ts'
import type { Store } from './store/db.ts'
import { createLazyStore } from './store/lazy-store.ts'
import { loadOptionalPackage } from './store/optional-package.ts'

/** The part of a pool's options that is used. */
export interface PoolSettings {
  readonly max?: number | undefined
  readonly password?: string | (() => string | Promise<string>) | undefined
  /** Makes the stream of each connection, as the connector of Cloud SQL does. */
  readonly stream?: unknown
}

export interface PostgresStoreOptions {
  /** For example `postgres://user:password@host:5432/database`. */
  readonly connectionString?: string
  /** A pool of `pg` instead of the address. Only its options are used: address, user, TLS. */
  readonly pool?: { readonly options: PoolSettings }
  /** Maximum number of connections, without two that stay open; by default that of the pool, or 10. */
  readonly max?: number
}

/**
 * A store in Postgres. It opens its own connections, each with time limits (`statement_timeout`, `lock_timeout`), so that
 * every wait has an end. A transaction pooler such as PgBouncer may stand in between.
 * @throws {SettingsError} without an address or a pool, or for a wrong `max`
 * @throws {TypeError} for a pool with one stream for all connections
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  const { connectionString, pool, max } = options ?? {}
  // pg takes no address for its default: a database on this machine.
  const connection = String(connectionString ?? '').trim() || (pool?.options && optionsOf(pool))
  if (!connection)
    throw new SettingsError([
      'postgresStore needs { connectionString }, such as the value of DATABASE_URL, or { pool }, a pool of the package pg.',
    ])
  if (pool?.options?.stream !== undefined && typeof pool.options.stream !== 'function')
    throw new TypeError(
      'The `stream` of the pool must be a function that makes a new stream: each connection of the store needs its own.',
    )
  const atMost = max ?? pool?.options?.max
  // Of no connection, or of NaN, each request would wait.
  if (atMost !== undefined && !(Number.isInteger(atMost) && atMost > 0))
    throw new SettingsError([
      '`max` of postgresStore must be a whole number from 1. Leave it out for the default.',
    ])
  return createLazyStore(async (onFault) => {
    const { openPostgres } = await loadOptionalPackage('pg', () => import('./store/postgres.ts'))
    return openPostgres(
      connection as string | ClientConfig,
      onFault,
      atMost === undefined ? {} : { max: atMost },
    )
  })
}

/**
 * The options of a pool. `pg` makes the password non-enumerable to keep it out of logs, so a spread alone would lose
 * it.
 */
const optionsOf = ({ options }: { readonly options: PoolSettings }): PoolSettings => ({
  ...options,
  ...(options.password !== undefined && { password: options.password }),
})
