// `createMerchant`: what a shop calls.
import { systemClock } from '../server/index.ts'
import { type BoundedLog, createBoundedLog } from './bounded-log.ts'
import { createEventLog, createLog, errorFields, type MerchantEvent, writeLine } from './log.ts'
import { type MerchantServer, openMerchant } from './merchant-server.ts'
import type { Orders } from './orders.ts'
import type { GivenLimits } from './request-limits.ts'
import { readSettings } from './settings/read.ts'
import type { GivenSettings } from './settings/settings.ts'
import type { Store } from './store/db.ts'
import { requireMigrated } from './store/migrate.ts'

export interface MerchantOptions extends GivenSettings {
  /** Where payments are kept: `postgresStore`, `pgliteStore`, or what keeps their promises. `migrate` has run on it. */
  readonly store: Store
  /** The shop's orders. */
  readonly orders: Orders
  /** Other limits than the usual ones. */
  readonly limits?: GivenLimits | undefined
  /**
   * Told everything that happens; without it, it is written as lines of JSON, in a flood only some of them. No event holds a
   * secret or a shopper.
   */
  readonly onEvent?: ((event: MerchantEvent) => void) | undefined
  /** How the service is reached, where the global `fetch` does not fit. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Makes the merchant's server.
 * @throws {SettingsError} with all mistakes at once
 * @throws {WrongTables} when `migrate(store)` has not run, or a newer version has
 */
export async function createMerchant(options: MerchantOptions): Promise<MerchantServer> {
  const { store, orders, limits, onEvent, fetch, ...given } = options
  const settings = readSettings(given)
  const { log, close: closeLog } = createLogFor(onEvent)
  try {
    const prepare = () => requireMigrated(store)
    const server = await openMerchant(settings, { store, orders, log, prepare, app: limits, fetch })
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

/** Who counts is told everything; what is written is bounded, so that no flood fills a disk. */
function createLogFor(onEvent: MerchantOptions['onEvent']): BoundedLog {
  if (!onEvent) return createBoundedLog(createLog(), systemClock)
  return { log: createEventLog(carefully(onEvent)), close: async () => undefined }
}

/** What fails in the shop's handler must not end a payment: the event is then written as a line. */
const carefully =
  (tell: (event: MerchantEvent) => void) =>
  (event: MerchantEvent): void => {
    try {
      tell(event)
    } catch (error) {
      writeLine(event)
      createEventLog(writeLine)('on_event_failed', errorFields(error))
    }
  }
