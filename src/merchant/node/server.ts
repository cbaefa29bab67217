// Our own server: settings, database and metrics from one configuration. `run.ts` makes a program of it.
import type { Mount } from '../app.ts'
import { eventMistakes, type OnEvent, openEvents } from '../events.ts'
import type { HeldReads } from '../long-poll/held-read-slots.ts'
import { openMerchant } from '../merchant-server.ts'
import type { Orders } from '../orders.ts'
import { prometheusMetrics } from '../prometheus.ts'
import { SettingsError } from '../settings/settings.ts'
import type { Db } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import type { Config } from './config.ts'
import type { ConnectionTimeouts } from './listener.ts'
import { storeOf } from './open-store.ts'
import { serve } from './serve.ts'

export interface ServerOptions {
  /** Creates the shop's orders over the database of this server. The database is not open yet. */
  readonly orders: (db: Db) => Orders
  /** Adds pages to the app, such as the shop's own. */
  readonly mount?: Mount
  /** Called for each event, as in `createMerchant`. Without it, events are written as lines of JSON. */
  readonly onEvent?: OnEvent | readonly OnEvent[]
  /** Runs after the tables are created and before anything is served: to create the shop's own tables, for example. */
  readonly prepare?: (db: Db) => Promise<void>
  /** How many reads may be held; see long-poll/held-read-slots.ts. */
  readonly heldReads?: Partial<HeldReads>
  /** Time limits of connections; see listener.ts. */
  readonly timeouts?: Partial<ConnectionTimeouts>
  /** Replaces `fetch` for calls to the service; for tests. */
  readonly fetch?: typeof fetch
}

export interface RunningServer {
  readonly origin: string
  readonly port: number
  /** Refuses connections, answers held requests at once, ends the sweep, closes the database. It may be called twice. */
  close(): Promise<void>
}

/**
 * Starts the merchant server.
 * @throws {SettingsError} with real money and no way to check who owns an order; when `onEvent` is no function
 * @throws {MissingPackage} with METRICS_TOKEN, without the package prom-client
 * @throws {CannotListen} when the port is taken
 * @throws {DirectoryInUse} when another process holds the embedded database
 * @throws {DirectoryUnusable} when its directory cannot be written to or locked
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { host, metricsToken: token } = config
  const { mount, heldReads, timeouts, fetch } = options
  const mistakes = eventMistakes(options.onEvent)
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  // Only with METRICS_TOKEN: not every shop has the package prom-client.
  const metrics = token === null ? null : await prometheusMetrics({ process: true })
  const { log, measure } = openEvents(options.onEvent, metrics ? [metrics.onEvent] : [])
  const guardedMetrics = metrics && token !== null ? { metrics, token } : null
  const store = storeOf(config)
  try {
    const merchant = await openMerchant(config, {
      store,
      orders: options.orders(store),
      log,
      measure,
      async prepare() {
        await migrate(store)
        await options.prepare?.(store)
      },
      app: { mount, heldReads, guardedMetrics },
      fetch,
    })
    const serving = await serve(merchant, { host, port: config.port, timeouts }).catch(async (error) => {
      await merchant.close()
      throw error
    })
    const { port } = serving
    log('listening', { port, message: storageMessage(config) })
    async function close(): Promise<void> {
      await serving.close()
      await store.close()
      log('closed')
    }
    let closing: Promise<void> | undefined
    return {
      origin: config.publicUrl,
      port,
      close() {
        closing ??= close()
        return closing
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Where payments are stored and what that is good for: logged at every start, before anybody pays. */
export function storageMessage({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl) return 'Payments are kept in the Postgres of DATABASE_URL.'
  const place = dataDir.startsWith('memory:') ? 'memory, and are gone with this process' : dataDir
  return `Payments are kept in an embedded database in ${place}. It is for trying out: one process only, and a power cut can lose the last of them. Set DATABASE_URL for real money.`
}
