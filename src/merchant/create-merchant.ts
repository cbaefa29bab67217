// `createMerchant`: what a shop writes. The parts are put together in merchant.ts, the routes in app.ts.
import type { Hono } from 'hono'
import { systemClock } from '../server/index.ts'
import { createApp } from './app.ts'
import { createBoundedLog } from './bounded-log.ts'
import { createKnownPaths } from './http/known-paths.ts'
import type { GivenLimits } from './http/limits.ts'
import { createEventLog, createLog, errorFields, type MerchantEvent, writeLine } from './log.ts'
import { assembleMerchant } from './merchant.ts'
import type { Orders } from './orders.ts'
import { mayPayOf, requireOwners } from './owner/owners.ts'
import { type GivenSettings, readSettings, type Settings, SettingsError } from './settings.ts'
import { startWarnings } from './start-warnings.ts'
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

export interface MerchantServer {
  /**
   * Answers every request of the protocol: sessions, links, banks, instruments, return page, webhooks, script, languages,
   * health. Give it the request as it came, its body unread.
   * @param env what the runtime hands along, such as the connection
   */
  readonly fetch: (request: Request, env?: unknown) => Response | Promise<Response>
  /** Tells whether a path is one of this server's, by any method; other paths can be the shop's own. */
  readonly handles: (path: string) => boolean
  /**
   * Follows payments of which no webhook tells, and fulfils paid orders, until `close`. Each instance may do so. Where nothing
   * can run on between requests, call `tick` instead.
   */
  readonly start: () => void
  /** One round of what `start` does; from a timer, such as cron, at least once a minute. */
  readonly tick: () => Promise<void>
  /**
   * The token with which the page of an order may pay it: the `token` attribute.
   * @param expiresIn seconds; by default a day
   * @throws {SettingsError} when there are no `orderTokenSecrets`
   * @throws {TypeError} for what is no order's id, or no number
   */
  readonly signOrder: (order: string, options?: { readonly expiresIn?: number }) => string
  /** Answers held requests at once and waits for what is under way. The store stays open: it is the shop's. Twice is fine. */
  readonly close: () => Promise<void>
}

/**
 * Makes the merchant's server.
 * @throws {SettingsError} with all mistakes at once
 * @throws {WrongTables} when `migrate(store)` has not run, or a newer version has
 */
export async function createMerchant(options: MerchantOptions): Promise<MerchantServer> {
  const { store, orders, limits, onEvent, fetch, ...given } = options
  const settings = readSettings(given)
  const hasAccounts = mayPayOf(orders) !== null
  requireOwners(settings, hasAccounts)
  requireDurable(settings, store)
  // Who counts is told everything; what is written is bounded, so that no flood fills a disk.
  const { log, close: closeLog } = onEvent
    ? { log: createEventLog(carefully(onEvent)), close: async () => undefined }
    : createBoundedLog(createLog(), systemClock)
  store.onFault?.((error) => log('database_fault', errorFields(error)))
  const merchant = await requireMigrated(store)
    .then(() => assembleMerchant(settings, store, orders, { log, ...(fetch && { fetch }) }))
    .catch(async (error) => {
      await closeLog()
      throw error
    })
  const app = createApp(merchant, { ...limits, health: () => store.isThere() })
  for (const message of startWarnings(settings, hasAccounts)) log('start_warning', { message })
  let closing: Promise<void> | undefined
  return {
    fetch: (request, env) => app.fetch(request, env as object),
    handles: createHandles(app, settings),
    start: () => merchant.sweep.start(),
    async tick() {
      await merchant.sweep.runOnce()
      await merchant.background.idle()
    },
    signOrder(order, { expiresIn } = {}) {
      requireSignable(order, expiresIn)
      const token = merchant.owners.tokenFor(order, expiresIn)
      if (token !== null) return token
      throw new SettingsError([
        'signOrder needs orderTokenSecrets. Make a secret with: openssl rand -base64 32, and give it to createMerchant.',
      ])
    },
    close() {
      closing ??= merchant.close().then(closeLog)
      return closing
    },
  }
}

/** A token that fits nothing would show first when a shopper is refused. */
function requireSignable(order: unknown, expiresIn: unknown): void {
  if (typeof order !== 'string' || order === '')
    throw new TypeError('signOrder needs the id of an order, a text.')
  if (expiresIn !== undefined && !Number.isFinite(expiresIn))
    throw new TypeError('expiresIn must be a number of seconds, such as 3600.')
}

function createHandles(app: Hono, { basePath }: Settings): (path: string) => boolean {
  const isKnown = createKnownPaths(app)
  return (path) => path.startsWith(`${basePath}/`) && isKnown(path.slice(basePath.length))
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

/** @throws {SettingsError} with a `live_` key on a store that can lose paid orders */
function requireDurable({ service }: Settings, store: Store): void {
  if (service.apiKey.startsWith('live_') && store.isForTryingOut)
    throw new SettingsError([
      'store is for trying out, not for a live_ key: a power cut can lose a paid order. Use postgresStore of payin-checkout/merchant/postgres.',
    ])
}
