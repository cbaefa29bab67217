import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createApp, type Mount } from './app.ts'
import type { Config } from './config.ts'
import { createLog, errorFields, type Log } from './log.ts'
import { createMerchant } from './merchant.ts'
import type { ShopperEmail } from './orders.ts'
import { seedOrders } from './seed.ts'
import { openDb } from './store/open.ts'

export interface ServerOptions {
  /** Adds pages to the app: a shop's own, for example. */
  readonly mount?: Mount
  readonly log?: Log
  /** Says who is signed in. Without it, everybody is a guest. */
  readonly shopperEmail?: ShopperEmail
}

export interface RunningServer {
  readonly origin: string
  /** Stops accepting, answers held requests at once, ends the sweep, closes the database. Twice is fine. */
  close(): Promise<void>
}

/** Thrown when the address cannot be listened at; the message holds the remedy. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

const drainMs = 10_000

/**
 * Starts the merchant server.
 * @throws {CannotListen} when the port is taken
 * @throws {DirectoryInUse} when another process holds the embedded database
 */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog()
  const db = await openDb(config, (error) => log('database_fault', errorFields(error)))
  try {
    await seedOrders(db, new Date())
    const merchant = await createMerchant(config, db, { ...options, log })
    const app = createApp(merchant, options.mount ? { mount: options.mount } : {})
    const server = createAdaptorServer({ fetch: app.fetch }) as Server
    try {
      await listen(server, config)
    } catch (error) {
      await merchant.close()
      throw error
    }
    // Only now: a server that cannot listen must not talk to the service either.
    merchant.sweep.start()
    log('listening', { port: config.port })
    let closing: Promise<void> | undefined
    const close = async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      const impatience = setTimeout(() => server.closeAllConnections(), drainMs)
      await merchant.close()
      server.closeIdleConnections()
      await closed
      clearTimeout(impatience)
      // A request that was answered last may have left work behind.
      await merchant.background.idle()
      await db.close()
      log('closed')
    }
    return {
      origin: config.publicUrl,
      close() {
        closing ??= close()
        return closing
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use by another program. Stop that program, or set PORT to a free port.`
          : `Cannot listen at ${host}:${port} (${error.code}). Set HOST and PORT to an address of this machine.`
      reject(new CannotListen(why, { cause: error }))
    })
    server.listen(port, host, () => resolve())
  })
}
