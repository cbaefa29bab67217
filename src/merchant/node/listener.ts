// The listening socket: time limits of connections, and how they are closed. Nothing here knows what is served.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { withGiven } from '../settings/numbers.ts'

/** Time limits of connections, in milliseconds. */
export interface ConnectionTimeouts {
  /** For the request line and headers. They fit into one packet, so a client that sends them slowly is an attack. */
  readonly headersMs: number
  /** For a whole request with a body of at most 64 KiB, on a slow phone. It does not limit the time of the response. */
  readonly requestMs: number
  /** For the next request on an open connection. Longer than a proxy's 60 s, or the proxy uses a closing connection. */
  readonly keepAliveMs: number
  /** The interval at which the first two limits are checked. */
  readonly checkMs: number
  /** For responses in progress when the server shuts down: a create request may take 8 s. */
  readonly drainMs: number
}

export const defaultTimeouts: ConnectionTimeouts = {
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  checkMs: 2_000,
  drainMs: 10_000,
}

/** Request line and headers together: twice what a shop's cookies need. Above it, Node answers 431. */
const maxHeaderBytes = 16 * 1024

export type Listener = ReturnType<typeof createListener>

/**
 * Creates the Node server of an app. There is no timeout for a whole connection and no maximum number of requests on it:
 * held reads are silent for 25 s, and follow each other on one connection while the shopper pays.
 */
export function createListener(
  fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>,
  given: Partial<ConnectionTimeouts> = {},
) {
  const timeouts = withGiven(defaultTimeouts, given)
  const server = createAdaptorServer({
    fetch,
    // For requests without a Host header, such as a load balancer's probe in HTTP/1.0. The host is used for nothing.
    hostname: 'localhost',
    serverOptions: {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
      maxHeaderSize: maxHeaderBytes,
    },
  }) as Server
  const sockets = new Set<Socket>()
  // One function for all sockets. A closure for each socket would take memory for as long as the socket is open.
  function forget(this: Socket): void {
    sockets.delete(this)
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', forget)
  })

  return {
    /** @returns the port. @throws {NodeJS.ErrnoException} when it cannot listen at the address */
    async listen(host: string, port: number): Promise<number> {
      server.listen(port, host)
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    /** Refuses new connections from now on. Resolves when the last one has closed, at the latest after `drainMs`. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      const drainTimeout = setTimeout(() => server.closeAllConnections(), timeouts.drainMs)
      // What has arrived is read in the next turn of the event loop.
      for (let turn = 0; turn < 2; turn++) await setImmediate()
      // Browsers open connections before they need them. Node counts such a connection as busy until data arrives.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
      clearTimeout(drainTimeout)
    },
    /** Closes connections that wait for another request. */
    closeIdle: () => server.closeIdleConnections(),
  }
}
