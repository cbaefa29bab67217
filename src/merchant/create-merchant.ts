// `createMerchant`: what a shop calls.
import { eventMistakes, type OnEvent, openEvents } from './events.ts'
import { type MerchantServer, openMerchant } from './merchant-server.ts'
import type { Orders } from './orders.ts'
import type { GivenLimits } from './request-limits.ts'
import { readSettings } from './settings/read.ts'
import type { GivenSettings } from './settings/settings.ts'
import type { Queries, Store } from './store/db.ts'
import { requireMigrated } from './store/migrate.ts'

/** @typeParam Own the transaction that the shop's `lock` and `markPaid` get: that of the store */
export interface MerchantOptions<Own = Queries> extends GivenSettings {
  /**
   * Where payments are kept: `postgresStore`, `pgliteStore`, the shop's own connection by `drizzleStore`, `kyselyStore`,
   * `prismaStore`, `knexStore`, or any other by `createStore`. `migrate` has run on it.
   */
  readonly store: Store<Own>
  /** The shop's orders. */
  readonly orders: Orders<Own>
  /** Other limits than the usual ones. */
  readonly limits?: GivenLimits | undefined
  /**
   * Told everything that happens, one handler or several; without it, lines of JSON are written, in a flood only some of
   * them. Beside its own handler a shop gets the lines with `jsonLines()`. Told is more than what belongs in a log, see
   * `isLine`. No event holds a secret or a shopper. A handler that fails ends no payment, and keeps no event from the next.
   */
  readonly onEvent?: OnEvent | readonly OnEvent[] | undefined
  /** How the service is reached, where the global `fetch` does not fit. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Makes the merchant's server.
 * @throws {SettingsError} with all mistakes at once
 * @throws {WrongTables} when `migrate(store)` has not run, or a newer version has
 */
export async function createMerchant<Own = Queries>(options: MerchantOptions<Own>): Promise<MerchantServer> {
  const { store, orders, limits, onEvent, fetch, ...given } = options
  const settings = readSettings(given, undefined, eventMistakes(onEvent))
  const { log, measure, close: closeLog } = openEvents(onEvent)
  try {
    const prepare = () => requireMigrated(store)
    const server = await openMerchant(settings, { store, orders, log, measure, prepare, app: limits, fetch })
    return {
      ...server,
      async close() {
        await server.close()
        await closeLog()
      },
    }
  } catch (error) {
    await closeLog()
    throw error
  }
}
