// Opens a merchant's server on a store. The parts are assembled in merchant.ts, the routes in app.ts.
import { AsyncResource } from 'node:async_hooks'
import { type AppOptions, createApp, createHandles } from './app.ts'
import type { Payouts } from './create/payouts.ts'
import type { Measure } from './events.ts'
import { errorFields, type Log } from './log.ts'
import { assembleMerchant } from './merchant.ts'
import type { ServeOptions, Serving } from './node/serve.ts'
import { type Alert, listAlerts } from './order/alert-list.ts'
import { type OrderPayment, paymentsOf } from './order/payments.ts'
import type { SettleRequest } from './order/settle.ts'
import type { Orders } from './orders.ts'
import { ownerMistakes } from './owner/owners.ts'
import type { PayLinkOptions } from './owner/pay-link.ts'
import { type Settings, SettingsError } from './settings/settings.ts'
import type { Environment } from './settings/variables.ts'
import { orderMistakes } from './shop-orders.ts'
import { readKept, startMessage } from './start-message.ts'
import { startWarnings } from './start-warnings.ts'
import type { Store } from './store/db.ts'
import { NoTables } from './store/probe.ts'

export interface MerchantServer {
  /**
   * Answers every request of the protocol: sessions, links, banks, instruments, return page, webhooks, script, languages,
   * health. Pass the original request, with its body unread.
   * @param env what the runtime passes beside the request, such as the connection. A function `shopper` in it says who is
   *   signed in, from the framework's own request: an e-mail address, or nothing for a guest
   */
  readonly fetch: (request: Request, env?: unknown) => Response | Promise<Response>
  /**
   * Whether a path belongs to this server, with any method. Other paths can be the shop's own. Pass the path as it came,
   * with or without its query: a path with dot segments or encoded letters belongs to nobody.
   */
  readonly handles: (path: string) => boolean
  /**
   * Listens on Node by itself, and starts: with time limits for slow clients, and a `close` that answers open requests first.
   * @throws {SettingsError} when no port is given, and PORT of the environment is none
   * @throws {CannotListen} for example when the port is taken. The message holds the remedy
   */
  readonly serve: (options?: ServeOptions) => Promise<Serving>
  /**
   * Follows payments without webhooks, and fulfils paid orders, until `close`. Every instance may do so. On a platform
   * where nothing runs between requests, call `tick` instead.
   */
  readonly start: () => void
  /** Does one round of the work of `start`. Call it from a timer, such as cron, at least once a minute. */
  readonly tick: () => Promise<void>
  /**
   * Signs the token that lets the page of an order pay it: the `token` attribute.
   * @param order the order's id: a text, or a whole number
   * @param expiresIn seconds, at least 1 and at most 31 days; by default a day
   * @throws {SettingsError} when there are no `orderTokenSecrets`
   * @throws {TypeError} when the order's id is none, or `expiresIn` no number
   * @throws {RangeError} when the token would expire at once, or so late that `expiresIn` is probably milliseconds
   */
  readonly signOrder: (order: string | number, options?: { readonly expiresIn?: number }) => string
  /**
   * The address of a page on which this order can be paid, for an e-mail, a QR code or a chat. The page shows the shop, the
   * amount and how the order stands, and works without JavaScript, too. With `orderTokenSecrets` whoever has the link may pay;
   * without them, whom `shopper` or `mayPay` permits.
   * @param order the order's id: a text, or a whole number
   * @param options.expiresIn seconds, at least 1 and at most 31 days; by default thirty days
   * @param options.lang BCP 47; by default the browser's language
   * @throws {TypeError} and {RangeError} as `signOrder`
   */
  readonly payLink: (order: string | number, options?: PayLinkOptions) => string
  /**
   * All payments of an order, the newest first: open, promised, paid, failed and expired. Ask before you change or cancel an
   * order: money may be on its way. It reads the order with `find`, so ask before you lock the order, and not inside of `find`
   * or `setPaid`: there it would wait for itself, and fail after three seconds.
   * @throws {TypeError} when the order's id is none
   */
  readonly payments: (order: string | number) => Promise<readonly OrderPayment[]>
  /** What a person must look at. */
  readonly alerts: {
    /** The latest 200, the open ones first. */
    readonly list: () => Promise<readonly Alert[]>
    /**
     * Settles an alert: `accepted` marks its order as paid and fulfils it, `refunded` says that the money was given back, so
     * that the order can be paid again, `noted` only closes it.
     * @throws {DomainError} when there is no such alert, when something must be done first, or when it is not said as what or by
     * whom
     */
    readonly settle: (id: number, request: SettleRequest) => Promise<Alert>
  }
  /** Money that the back office pays out. */
  readonly payouts: Pick<Payouts, 'create' | 'find'>
  /**
   * Answers held requests at once, and waits for work in progress. From now on it starts no payment: 503. The store stays
   * open: it belongs to the shop. Call it again after the last responses, to wait for the background work that these requests left.
   */
  readonly close: () => Promise<void>
}

export interface OpenOptions<Own> {
  readonly store: Store<Own>
  readonly orders: Orders<Own>
  readonly log: Log
  readonly measure: Measure | undefined
  readonly app?: Omit<AppOptions, 'health'> | undefined
  readonly fetch?: typeof fetch | undefined
  /** What the shop gave in place of the variables of the process. */
  readonly environment?: Environment | undefined
}

/** Opens a merchant's server on its migrated store. When that fails, nothing keeps running. */
export async function openMerchant<Own>(
  settings: Settings,
  { store, orders, log, measure, app: appOptions, fetch, environment }: OpenOptions<Own>,
): Promise<MerchantServer> {
  // Bound to the context of the start. Otherwise a fault of a pooled connection would carry the id of the request that
  // opened the connection.
  const onFault = AsyncResource.bind((error: Error) => log('database_fault', errorFields(error)))
  const unsubscribeFaults = store.onFault?.(onFault) ?? (() => undefined)
  const options = { log, measure, ...(fetch && { fetch }) }
  const open = async () => {
    const kept = await readKept(store)
    return { kept, merchant: await assembleMerchant(settings, store, orders, options) }
  }
  const { kept, merchant } = await open().catch((error) => {
    unsubscribeFaults()
    throw error
  })
  const health = async () => {
    if ((await store.isThere()) === false) throw new NoTables()
  }
  const app = createApp(merchant, { ...appOptions, health })
  log('started', { message: startMessage(settings, kept, store.isForTryingOut === true) })
  measure?.('alerts_open', { count: kept.openAlerts })
  for (const message of startWarnings(settings, appOptions?.metrics !== undefined))
    log('start_warning', { message })
  const ended = new AbortController()
  let isServiceChecked = false
  /** Not awaited: neither a start nor a round of `tick` waits for a service that does not answer. */
  function checkServiceOnce(): void {
    if (isServiceChecked) return
    isServiceChecked = true
    merchant
      .checkService(ended.signal)
      .then((message) => message !== null && !ended.signal.aborted && log('start_warning', { message }))
      .catch(() => undefined)
  }
  let closing: Promise<void> | undefined
  function requireOpen(): void {
    if (closing) throw new Error('This merchant was closed. Make another one with createMerchant.')
  }
  const server: MerchantServer = {
    fetch: (request, env) => app.fetch(request, env as object),
    handles: createHandles(app, settings),
    async serve(options) {
      requireOpen()
      // Loaded only here: on other runtimes than Node there is nothing to listen with.
      const { serve } = await import('./node/serve.ts')
      return serve(server, log, options, environment)
    },
    start() {
      requireOpen()
      merchant.sweep.start()
      checkServiceOnce()
    },
    async tick() {
      requireOpen()
      checkServiceOnce()
      await merchant.sweep.runOnce()
      await merchant.background.idle()
    },
    signOrder(order, { expiresIn } = {}) {
      const token = merchant.owners.tokenFor(orderIdOf('signOrder', order), lifetimeOf(expiresIn))
      if (token !== null) return token
      throw new SettingsError([
        'signOrder needs orderTokenSecrets. Make a secret with: openssl rand -base64 32, and give it to createMerchant.',
      ])
    },
    payLink(order, { expiresIn, lang } = {}) {
      return merchant.payLink(orderIdOf('payLink', order), { expiresIn: lifetimeOf(expiresIn), lang })
    },
    payments: async (order) =>
      (await paymentsOf(merchant.onOrder, orderIdOf('payments', order), merchant.clock.now())).own,
    alerts: {
      list: () => listAlerts(merchant.db),
      settle: merchant.settle,
    },
    payouts: merchant.payouts,
    async close() {
      ended.abort()
      closing ??= merchant.close().finally(unsubscribeFaults)
      await closing
      await merchant.background.idle()
    },
  }
  return server
}

/** An order's id as the page sends it. @param name the function that was called. @throws {TypeError} when it is none */
function orderIdOf(name: string, order: unknown): string {
  if ((typeof order === 'string' && order !== '') || Number.isSafeInteger(order) || typeof order === 'bigint')
    return String(order)
  throw new TypeError(`${name} needs the id of an order: a text, such as 'A-1001', or a whole number.`)
}

const maxLifetimeS = 31 * 24 * 3_600

/** Checked here: otherwise a useless token would be noticed only when a shopper is refused, and one for years never. */
function lifetimeOf(expiresIn: unknown): number | undefined {
  if (expiresIn === undefined) return undefined
  if (typeof expiresIn !== 'number' || Number.isNaN(expiresIn))
    throw new TypeError('expiresIn must be a number of seconds, such as 3600 for an hour.')
  if (expiresIn >= 1 && expiresIn <= maxLifetimeS) return expiresIn
  throw new RangeError(
    `expiresIn must be from 1 to ${maxLifetimeS} seconds, which are 31 days: give seconds, not milliseconds and no time of day, such as 3600 for an hour.`,
  )
}

/** What is wrong with the shop's store and functions, also in view of the settings. A shop without types may pass anything. */
export function shopMistakes(
  settings: Pick<Settings, 'realMoney' | 'orderTokenSecrets' | 'names'>,
  store: Pick<Store, 'isForTryingOut'> | undefined,
  orders: Partial<Orders<never>> | undefined,
): readonly string[] {
  const { realMoney } = settings
  const mistakes = [...storeMistakes(store), ...orderMistakes(orders)]
  if (realMoney !== null && store?.isForTryingOut)
    mistakes.push(
      `store is for trying out, not for ${realMoney}: a power cut can lose a paid order. Use postgresStore of payin-checkout/merchant/postgres.`,
    )
  return [...mistakes, ...ownerMistakes(settings, Boolean(orders?.shopper ?? orders?.mayPay))]
}

function storeMistakes(store: unknown): readonly string[] {
  const { query, transaction, listen } = (store ?? {}) as Partial<Store>
  if ([query, transaction, listen].every((each) => typeof each === 'function')) return []
  return [
    `store ${store ? 'must be' : 'is missing: it must be'} what postgresStore({ connectionString }), or the store of another client, returns.`,
  ]
}
