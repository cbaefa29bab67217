// The merchant's server, whoever starts it: a shop's own program (create-merchant.ts) or ours (node/server.ts). The parts are
// put together in merchant.ts, the routes in app.ts.
import { AsyncResource } from 'node:async_hooks'
import { type AppOptions, createApp, createHandles } from './app.ts'
import type { Measure } from './events.ts'
import { errorFields, type Log } from './log.ts'
import { assembleMerchant } from './merchant.ts'
import type { Orders } from './orders.ts'
import { mayPayOf, requireOwners } from './owner/owners.ts'
import { type Settings, SettingsError } from './settings/settings.ts'
import { startWarnings } from './start-warnings.ts'
import type { Store } from './store/db.ts'

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
  /**
   * Answers held requests at once and waits for what is under way. The store stays open: it is the shop's. Who calls it once
   * more, when the last answers are out, waits for what these have left to do.
   */
  readonly close: () => Promise<void>
}

export interface OpenOptions<Own> {
  readonly store: Store<Own>
  readonly orders: Orders<Own>
  readonly log: Log
  readonly measure: Measure | undefined
  /** Sees to it that the tables are there, once it is known that nothing else is in the way. */
  readonly prepare: () => Promise<unknown>
  readonly app?: Omit<AppOptions, 'health'> | undefined
  readonly fetch?: typeof fetch | undefined
}

/**
 * Opens a merchant's server on its store. One that cannot be opened leaves nothing behind.
 * @throws {SettingsError} with a `live_` key, where nobody can tell whose an order is, or where paid orders can be lost
 */
export async function openMerchant<Own>(
  settings: Settings,
  { store, orders, log, measure, prepare, app: appOptions, fetch }: OpenOptions<Own>,
): Promise<MerchantServer> {
  const hasAccounts = mayPayOf(orders) !== null
  requireOwners(settings, hasAccounts)
  requireDurable(settings, store)
  // Bound to the start: else a pooled connection's fault names the request that happened to open the connection.
  const onFault = AsyncResource.bind((error: Error) => log('database_fault', errorFields(error)))
  const stopHearing = store.onFault?.(onFault) ?? (() => undefined)
  const options = { log, measure, ...(fetch && { fetch }) }
  const merchant = await prepare()
    .then(() => assembleMerchant(settings, store, orders, options))
    .catch((error) => {
      stopHearing()
      throw error
    })
  const app = createApp(merchant, { ...appOptions, health: () => store.isThere() })
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
    async close() {
      closing ??= merchant.close().finally(stopHearing)
      await closing
      await merchant.background.idle()
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

/** @throws {SettingsError} with a `live_` key on a store that can lose paid orders */
function requireDurable({ service }: Settings, store: Pick<Store, 'isForTryingOut'>): void {
  if (service.apiKey.startsWith('live_') && store.isForTryingOut)
    throw new SettingsError([
      'store is for trying out, not for a live_ key: a power cut can lose a paid order. Use postgresStore of payin-checkout/merchant/postgres.',
    ])
}
