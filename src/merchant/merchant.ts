// Assembles the parts of a merchant. There is no HTTP in here: app.ts turns requests into calls of these parts.
import { type Clock, createServiceClient, type Kind, type RetryPolicy, systemClock } from '../server/index.ts'
import { withdrawFound, withSettling } from './alerts.ts'
import { createBackground } from './background.ts'
import { createBanks } from './banks/banks.ts'
import { createLogoFetch } from './banks/logo-fetch.ts'
import { createLogos } from './banks/logos.ts'
import { createDeliver } from './create/deliver.ts'
import { payoutLedger } from './create/payout-ledger.ts'
import { createPayouts } from './create/payouts.ts'
import { createSessions } from './create/sessions.ts'
import type { Measure } from './events.ts'
import { createGate } from './gate.ts'
import { kindOf, listedKindFor } from './kinds/kinds.ts'
import { createServicePorts } from './kinds/ports.ts'
import { createLog, errorFields, type Log } from './log.ts'
import { startNotifications } from './long-poll/notifications.ts'
import { createSessionReader } from './long-poll/session-reader.ts'
import { createRecognize } from './one-payment/adopt.ts'
import { createEarlierPaymentCheck } from './one-payment/earlier-payments.ts'
import { createRecognizeLegacy } from './one-payment/lost-legacy-payment.ts'
import { startLostRowDetector } from './one-payment/lost-row-detector.ts'
import { createRecover } from './one-payment/recover.ts'
import { countOpenAlerts } from './order/alert-list.ts'
import type { OutboxRow } from './order/enqueue.ts'
import { createOnOrder } from './order/on-order.ts'
import { createSettle } from './order/settle.ts'
import { createWhyNotFulfil } from './order/why-not-fulfil.ts'
import { takeFetchSlot } from './order/write/payments.ts'
import type { Orders, ShopOrders } from './orders.ts'
import { createOwners } from './owner/owners.ts'
import { createPayLink } from './owner/pay-link.ts'
import { createCleaning } from './retention/cleaning.ts'
import { checkService } from './service/check-service.ts'
import { startUpstream, type Upstream } from './service/upstream.ts'
import { createCapabilities } from './session/capability.ts'
import { isEnded } from './session/outcomes.ts'
import type { SessionRow } from './session/session-row.ts'
import type { Settings } from './settings/settings.ts'
import { shopOrders } from './shop-orders.ts'
import {
  type DatabaseClock,
  type DatabaseNow,
  databaseNowOf,
  startDatabaseClock,
} from './store/database-clock.ts'
import { databaseEvent } from './store/database-errors.ts'
import { type Db, queryOne } from './store/db.ts'
import { withPlainRows } from './store/plain-rows.ts'
import { createApply } from './sync/apply.ts'
import { minFetchIntervalMs } from './sync/event-row.ts'
import { createOutbox } from './sync/outbox.ts'
import { createProcessEvents } from './sync/process-events.ts'
import { createReceiveWebhook } from './sync/receive-webhook.ts'
import { createRefresh } from './sync/refresh.ts'
import { createAlertOfRefusals } from './sync/refused-money.ts'
import type { WebhookHealth } from './sync/schedule.ts'
import { createSweep } from './sync/sweep.ts'

export interface AssemblyOptions {
  readonly log?: Log
  /** For tests: the service as a function. The next four options control time and chance. */
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** Reads the database's clock. With a `clock` of a test it is that one, unless it is given, too. */
  readonly databaseNow?: DatabaseNow
  readonly random?: () => number
  readonly retry?: Partial<RetryPolicy>
  /** Called for events that are measured and never logged. Without it nothing is measured. */
  readonly measure?: Measure | undefined
}

export type Merchant = Awaited<ReturnType<typeof assembleMerchant>>

/** Retries while a shopper waits: four tries in six seconds, two more to look up a conflict, then 503. */
const shopperRetry = { maxAttempts: 4, baseMs: 200, capMs: 2_000, floorMs: 500, totalMs: 6_000 }
/** Retries that no shopper waits for. A shutdown waits for them: `drainMs` in node/listener.ts. */
const backgroundRetry = { maxAttempts: 6, baseMs: 500, capMs: 4_000, floorMs: 1_000, totalMs: 10_000 }
/** A connection that was lost for a shorter time cannot have made a webhook fail. */
const shortOutageMs = 1_000
/** Webhooks use few of the database's connections. The service repeats refused ones, and the sweep finds the rest. */
const webhookGateSize = { atOnce: 4, waiting: 1_000, waitingByClient: 1_000 }

/**
 * Assembles a merchant over a migrated database. The caller calls `sweep.start()`. `close()` ends everything except
 * `db`.
 */
export async function assembleMerchant<Own>(
  config: Settings,
  store: Db<Own>,
  given: Orders<Own>,
  options: AssemblyOptions = {},
) {
  const db = withPlainRows(store)
  const { clock = systemClock, measure } = options
  const log = withSettling(options.log ?? createLog(), config)
  const orders = shopOrders(given, clock, log)
  // The global is looked up at each call, so that instrumentation that is added later works.
  const fetcher = options.fetch ?? ((...args) => fetch(...args))
  const databaseNow = options.databaseNow ?? (options.clock ? null : databaseNowOf(db))
  const databaseClock = await startDatabaseClock(clock, databaseNow)
  const upstream = await startUpstream({ db, clock: databaseClock, fetch: fetcher, log, measure })
  try {
    return await assembleParts({ config, db, orders, options, upstream, log, clock, databaseClock })
  } catch (error) {
    // Some platforms try again with the next request. A failed try must not leave a listener behind.
    await upstream.close()
    throw error
  }
}

interface PartsInput {
  readonly config: Settings
  readonly db: Db
  readonly orders: ShopOrders
  readonly options: AssemblyOptions
  readonly upstream: Upstream
  readonly log: Log
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
}

async function assembleParts(input: PartsInput) {
  const { config, db, orders, options, upstream, log, clock, databaseClock } = input
  // Every time that is stored is the database's.
  const { now } = databaseClock
  const shared: Clock = { now, sleep: (ms, signal) => clock.sleep(ms, signal) }
  const { random, measure } = options
  const createClient = (send: typeof fetch, retry: RetryPolicy) =>
    createServiceClient({
      baseUrl: config.service.baseUrl,
      apiKey: config.service.apiKey,
      clock,
      timeoutMs: 4_000,
      retry: { ...retry, ...options.retry },
      fetch: send,
      ...(random ? { random } : {}),
    })
  const service = createClient(upstream.forShoppers, shopperRetry)
  const inBackground = createClient(upstream.inBackground, backgroundRetry)
  // For lists: low priority like background calls, but a page waits for them, so they have the shopper's retries.
  const lists = createClient(upstream.inBackground, shopperRetry)
  const { id: installation, secret } = await queryOne<{ id: string; secret: string }>(
    db,
    'select id, secret from payin_checkout.installation',
    [],
  )
  const webhookHealth: WebhookHealth = { areArriving: false }
  const background = createBackground(log)
  const owners = createOwners({ config, orders, now })
  const lostRows = await startLostRowDetector({ db, now, log })
  const ledgers = { order: orders, payout: payoutLedger }
  const ledgerOf = (kind: Kind) => ledgers[kindOf(kind).ledger]
  const { onOrder, findEntry } = createOnOrder({ db, clock, installation, ledgerOf, lostRows })
  const capabilities = createCapabilities(secret)
  const apiKeyHash = capabilities.apiKeyHash(config.service.apiKey)
  const ports = createServicePorts(service, now)
  const portsInBackground = createServicePorts(inBackground, now)
  const whyNotFulfil = createWhyNotFulfil({ db, findEntry, installation })
  const outbox = createOutbox({ db, clock: shared, fulfil: orders.fulfil, whyNotFulfil, log })
  const onPaid = (event: OutboxRow) => background.runBeside(() => outbox.dispatchStored(event))
  const written = createApply({
    onOrder,
    ledgerOf,
    config,
    webhookHealth,
    log,
    now,
    onPaid,
    readList: ({ kind, order_id, reference }) =>
      readOrdersList({ kind, order_id }, listedKindFor(kind), reference),
  })
  const { apply, applyToCase } = createAlertOfRefusals({ db, config, log, now }, written.applyToCase)
  const { publicUrl } = config
  const ids = { capabilities, installation, apiKeyHash }
  const known = { db, onOrder, lostRows, ...ids, webhookHealth, now, log }
  const recognize = createRecognize({ ...known, ledgers, publicUrl })
  const recognizeLegacy = createRecognizeLegacy(known)
  const { refresh, fetchInFlight } = createRefresh({ ...known, ports, portsInBackground, apply })
  const answers = { apply, applyToCase, refresh }
  const sending = {
    db,
    onOrder,
    ports,
    config,
    ...answers,
    webhookHealth,
    lostRows,
    apiKeyHash,
    log,
    now,
  }
  const { deliver, sendInFlight } = createDeliver(sending)
  const { checkEarlierPayments, readOrdersList } = createEarlierPaymentCheck({
    ports,
    apply,
    refresh,
    recognize,
    apiKeyHash,
    db,
    log,
    now,
  })
  const recover = createRecover({ db, portsInBackground, apply, readOrdersList, lostRows, log, now })
  const processing = { db, config, refresh, fetchInFlight, sendInFlight, webhookHealth, log, now }
  const events = createProcessEvents(processing)
  const webhookGate = createGate(webhookGateSize)
  const receiveWebhook = createReceiveWebhook({
    ...processing,
    ...{ clock, onOrder, recognize, background, gate: webhookGate, events },
  })
  const reviewAlerts = async () => {
    await withdrawFound(db, new Date(now()))
    if (measure) measure('alerts_open', { count: await countOpenAlerts(db) })
  }
  const cleaning = createCleaning({ db, clock: shared, keepFor: config.keepFor, log })
  const sweep = createSweep({
    db,
    clock: shared,
    compareClocks: databaseClock.compare,
    deliver,
    refresh,
    events,
    outbox,
    cleaning,
    reviewAlerts,
    webhookHealth,
    lostRows,
    recover,
    log,
  })
  const sessions = createSessions({
    ...known,
    checkEarlierPayments,
    deliver,
    refresh,
    isClosed: () => notifications.ended,
  })
  const payouts = createPayouts({
    db,
    config,
    onOrder,
    sessions,
    capabilities,
    ports,
    applyToCase,
    checkEarlierPayments,
    now,
  })
  const onHeld = measure && ((isHeld: boolean) => measure(isHeld ? 'read_held' : 'read_released'))
  const onFault = (error: unknown) => log(databaseEvent(error) ?? 'reread_failed', errorFields(error))
  const notifications = await startNotifications(db, clock, onFault, onHeld)
  // While this instance could not listen, other instances may have received webhooks that they could not store.
  notifications.onChange((session, awayMs = 0) => {
    if (session !== null) return
    lostRows.suspect()
    if (awayMs > shortOutageMs) sweep.markMissed()
  })
  return {
    config,
    db,
    onOrder,
    apply,
    clock,
    log,
    measure,
    orders,
    findEntry,
    owners,
    capabilities,
    sessions,
    payouts,
    /** Reads a payment at the service, at most once in two seconds, for a shopper who comes back. @throws {ServiceError} */
    async checkNow({ id, outcome }: SessionRow): Promise<void> {
      if (isEnded(outcome) || outcome === 'complete') return
      if (await takeFetchSlot(db, id, now(), minFetchIntervalMs)) await refresh(id, 'lookup')
    },
    payLink: createPayLink(config, owners),
    settle: createSettle({ db, onOrder, ledgerOf, refresh, log, now, onPaid }),
    receiveWebhook,
    webhookGate,
    events,
    outbox,
    cleaning,
    sweep,
    lostRows,
    recognizeLegacy,
    notifications,
    reader: createSessionReader(db, notifications, clock),
    background,
    banks: createBanks(lists, clock, config.firstBanks),
    logoAt: createLogos({ clock, fetch: options.fetch ?? createLogoFetch(config.service.baseUrl), log }),
    /** Asks the service once, without a repetition, whether it can be used. @returns a warning, or `null` */
    checkService: (signal: AbortSignal) =>
      checkService(
        () =>
          createClient(upstream.inBackground, { ...backgroundRetry, maxAttempts: 1 }).payins.list({
            page_size: 1,
            signal,
          }),
        config,
      ),
    /** @throws {ServiceError} */
    findPayer: (email: string) => lists.payers.find(email),
    /** Answers held requests at once, and waits for work in progress. */
    async close(): Promise<void> {
      await notifications.stop()
      await sweep.stop()
      await background.idle()
      await upstream.close()
    },
  }
}
