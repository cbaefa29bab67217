// The listening socket: how long a connection may take, and how it ends.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

export interface Patience {
  /** For a request's line and headers: one packet, so who drips them does nothing else. */
  readonly headersMs: number
  /** For a whole request with its body of at most 64 KiB, on the worst phone. Says nothing of how long the answer takes. */
  readonly requestMs: number
  /** For the next request on an open connection. Longer than a proxy's 60 s: else it sends into a closing connection. */
  readonly keepAliveMs: number
  /** How often the first two are looked at. */
  readonly checkMs: number
  /** For answers that are under way when the server goes down: a create may take 8 s. */
  readonly drainMs: number
}

const defaultTimeouts: Patience = {
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  checkMs: 2_000,
  drainMs: 10_000,
}

/** Request line and headers together; a shop's cookies fit twice. Beyond it, Node answers 431. */
const maxHeaderBytes = 16 * 1024

export type Listener = ReturnType<typeof createListener>

/**
 * Makes the node server of an app. Neither a time-out for the whole connection nor a number of requests after which it
 * closes: held reads are silent for 25 s and follow each other on one connection for as long as a shopper pays.
 */
export function createListener(
  fetch: (request: Request) => Response | Promise<Response>,
  given: Partial<Patience> = {},
) {
  const patience = { ...defaultTimeouts, ...given }
  const server = createAdaptorServer({
    fetch,
    // For requests without one: a balancer's probe in HTTP/1.0 names none. Nothing is made of a request's host here.
    hostname: 'localhost',
    serverOptions: {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: patience.keepAliveMs,
      connectionsCheckingInterval: patience.checkMs,
      maxHeaderSize: maxHeaderBytes,
    },
  }) as Server
  const sockets = new Set<Socket>()
  // One function for all sockets: a closure and a wrapper for each would be kept for as long as it is open.
  function forget(this: Socket): void {
    sockets.delete(this)
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', forget)
  })

  return {
    /** @returns the port. @throws {NodeJS.ErrnoException} when the address cannot be had */
    listen(host: string, port: number): Promise<number> {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      })
    },
    /** Refuses new connections from now on. Resolves when the last one has ended, or its time has. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      const impatience = setTimeout(() => server.closeAllConnections(), patience.drainMs)
      // Browsers connect ahead of a request. Node counts such a connection as busy until it has said something.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
      clearTimeout(impatience)
    },
    /** Ends connections that wait for another request. */
    closeIdle: () => server.closeIdleConnections(),
  }
}
