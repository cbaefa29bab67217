// The fake payment service behind a real HTTP server, for a merchant server that runs in a process of its own.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createFakeService } from '../unit/merchant/fake-service.ts'

export interface FakeServiceServer {
  readonly service: ReturnType<typeof createFakeService>
  /** What a merchant server gets as PAYMENTS_BASE_URL. */
  readonly origin: string
  /** Cuts open connections, too: a held one would keep the process alive. */
  close(): void
}

/** Starts it on a free port. */
export async function startFakeServiceServer(): Promise<FakeServiceServer> {
  const service = createFakeService(Date.now)
  const server = createServer(
    getRequestListener(async (request) => {
      const body = request.method === 'POST' ? await request.text() : null
      return service.fetch(request.url, { method: request.method, headers: request.headers, body })
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    service,
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
