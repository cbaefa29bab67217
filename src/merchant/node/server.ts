import { AsyncResource } from 'node:async_hooks'
import { systemClock } from '../../server/index.ts'
import { createApp, type Mount } from '../app.ts'
import { createBoundedLog } from '../bounded-log.ts'
import { createLog, errorFields, type Log } from '../log.ts'
import { assembleMerchant, type Merchant } from '../merchant.ts'
import type { Orders } from '../orders.ts'
import { mayPayOf, requireOwners } from '../owner/owners.ts'
import type { HeldReads } from '../reads/held-places.ts'
import { startWarnings } from '../start-warnings.ts'
import type { Db } from '../store/db.ts'
import { loadPeer } from '../store/peer.ts'
import type { Config } from './config.ts'
import { createListener, type Listener, type Patience } from './listener.ts'
import { prepareStore, storeOf } from './open-store.ts'

export interface ServerOptions {
  /** The shop's orders, over the database of this server, which is not open yet. */
  readonly orders: (db: Db) => Orders
  /** Adds pages to the app: a shop's own, for example. */
  readonly mount?: Mount
  readonly log?: Log
  /** Runs once the tables are there, before anything is served: a demo fills its shelf here. */
  readonly prepare?: (db: Db) => Promise<void>
  /** How many reads may be held; see reads/held-places.ts. */
  readonly heldReads?: Partial<HeldReads>
  /** How long connections may take; see listener.ts. */
  readonly patience?: Partial<Patience>
  /** How the service is reached; for tests. */
  readonly fetch?: typeof fetch
}

export interface RunningServer {
  readonly origin: string
  readonly port: number
  /** Stops accepting, answers held requests at once, ends the sweep, closes the database. Twice is fine. */
  close(): Promise<void>
}

/** Thrown when the address cannot be listened at; the message holds the remedy. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

/**
 * Starts the merchant server.
 * @throws {SettingsError} with a `live_` key, where nobody can tell whose an order is
 * @throws {CannotListen} when the port is taken
 * @throws {DirectoryInUse} when another process holds the embedded database
 * @throws {DirectoryUnusable} when its directory cannot be written to or locked
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { metricsToken: token } = config
  const metrics = token === null ? null : await loadMetrics()
  metrics?.watchProcess()
  const bounded = createBoundedLog(options.log ?? createLog(), systemClock)
  // Counted before lines are left out: the numbers are those of all lines.
  const log = metrics ? metrics.counting(bounded.log) : bounded.log
  const db = storeOf(config)
  db.onFault?.(onFault(log))
  try {
    const orders = options.orders(db)
    const hasAccounts = mayPayOf(orders) !== null
    requireOwners(config, hasAccounts)
    await prepareStore(config, db)
    await options.prepare?.(db)
    const merchant = await assembleMerchant(config, db, orders, {
      ...options,
      log,
      ...(metrics && { observe: metrics.observeCall }),
    })
    const { mount, heldReads } = options
    const watched = metrics && token !== null ? { metrics, token } : null
    const app = createApp(merchant, { mount, watched, heldReads, health: () => db.isThere() })
    const listener = createListener(app.fetch, options.patience)
    const port = await listen(listener, config).catch(async (error) => {
      await merchant.close()
      throw error
    })
    // Only now: a server that cannot listen must not talk to the service either.
    merchant.sweep.start()
    for (const message of startWarnings(config, hasAccounts)) log('start_warning', { message })
    log('listening', { port, message: storageSentence(config) })
    let closing: Promise<void> | undefined
    return {
      origin: config.publicUrl,
      port,
      close() {
        closing ??= close(listener, merchant, db).then(() => bounded.close())
        return closing
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Only where somebody reads them: not every shop has the package. */
const loadMetrics = async () => (await loadPeer('prom-client', () => import('../metrics.ts'))).createMetrics()

/** What is kept where, and what it is good for: said at every start, before anybody pays. */
export function storageSentence({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl) return 'Payments are kept in the Postgres of DATABASE_URL.'
  const place = dataDir.startsWith('memory:') ? 'memory, and are gone with this process' : dataDir
  return `Payments are kept in an embedded database in ${place}. It is for trying out: one process only, and a power cut can lose the last of them. Set DATABASE_URL for real money.`
}

/** Bound to the start: else a pooled connection's fault names the request that happened to open the connection. */
const onFault = (log: Log) => AsyncResource.bind((error: Error) => log('database_fault', errorFields(error)))

async function close(listener: Listener, { close, background, log }: Merchant, db: Db): Promise<void> {
  const closed = listener.close()
  await close()
  listener.closeIdle()
  await closed
  // A request that was answered last may have left work behind.
  await background.idle()
  await db.close()
  log('closed')
}

async function listen(listener: Listener, { host, port }: Config): Promise<number> {
  try {
    return await listener.listen(host, port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program. Stop that program, or set PORT to a free port.`
        : `Cannot listen at ${host}:${port} (${code}). Set HOST and PORT to an address of this machine.`
    throw new CannotListen(why, { cause: error })
  }
}
