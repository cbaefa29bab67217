// `createMerchant`: the function that a shop calls. It checks the options; merchant-server.ts does the rest.
import { eventMistakes, type OnEvent, openEvents } from './events.ts'
import { type MerchantServer, openMerchant, shopMistakes } from './merchant-server.ts'
import type { Orders } from './orders.ts'
import { type GivenLimits, limitMistakes } from './request-limits.ts'
import type { Metrics } from './routes/monitoring.ts'
import { readSettings } from './settings/read.ts'
import type { GivenSettings } from './settings/settings.ts'
import { type Environment, ownEnvironment } from './settings/variables.ts'
import type { Queries, Store } from './store/db.ts'
import { requireMigrated } from './store/migrate.ts'

/** @typeParam Own the store's transaction, which the shop's `find` and `setPaid` get */
export interface MerchantOptions<Own = Queries> extends GivenSettings {
  /**
   * Where payments are stored: `postgresStore`, `pgliteStore`, the shop's own connection with `drizzleStore`,
   * `kyselyStore`, `prismaStore` or `knexStore`, or any other with `createStore`. Call `migrate` on it first.
   */
  readonly store: Store<Own>
  /** The shop's orders. */
  readonly orders: Orders<Own>
  /**
   * What `prometheusMetrics` returns. It counts the merchant's events, and with `metricsToken` `GET /metrics` serves its
   * numbers.
   */
  readonly metrics?: Metrics | undefined
  /** Limits that differ from the defaults. */
  readonly limits?: GivenLimits | undefined
  /**
   * One or several handlers, called for each event. Without it, events are written as lines of JSON. Add `jsonLines()` to
   * get these lines beside your own handler. Some events do not belong in a log: see `isLine`. No event contains a secret
   * or data of a shopper. An error in a handler does not stop a payment, and the other handlers still get the event.
   */
  readonly onEvent?: OnEvent | readonly OnEvent[] | undefined
  /** Used instead of the global `fetch` for calls to the service. */
  readonly fetch?: typeof fetch | undefined
  /** The variables that set what is not given here; by default those of the process. `{}`: none. */
  readonly environment?: Environment | undefined
}

/**
 * Creates the merchant's server. A setting that is not given is read from its variable (docs/settings.md#variables); outside
 * real money the service is by default the sandbox of this machine.
 * @throws {SettingsError} with all mistakes at once
 * @throws {WrongTables} when `migrate(store)` has not run, or when a newer version has migrated the tables
 */
export async function createMerchant<Own = Queries>(options: MerchantOptions<Own>): Promise<MerchantServer> {
  const { store, orders, metrics, limits, onEvent, fetch, environment = ownEnvironment(), ...given } = options
  // Without metrics, a variable of this name is another program's.
  const ours = metrics === undefined ? { ...environment, METRICS_TOKEN: undefined } : environment
  const settings = readSettings(given, ours, (known) => [
    ...eventMistakes(onEvent),
    ...metricsMistakes(metrics),
    ...limitMistakes(limits),
    ...(fetch === undefined || typeof fetch === 'function'
      ? []
      : ['fetch must be a function, as the global one is.']),
    ...shopMistakes(known, store, orders),
  ])
  const { log, measure } = openEvents(onEvent, metrics ? [metrics.onEvent] : [])
  await requireMigrated(store)
  const app = { ...limits, metrics }
  return openMerchant(settings, {
    store,
    orders,
    log,
    measure,
    fetch,
    app,
    environment: options.environment,
  })
}

function metricsMistakes(metrics: unknown): readonly string[] {
  const { onEvent, text } = (metrics ?? {}) as Partial<Metrics>
  if (metrics === undefined || (typeof onEvent === 'function' && typeof text === 'function')) return []
  return ['metrics must be what prometheusMetrics returns, awaited: metrics: await prometheusMetrics().']
}
