// The sandbox on a port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts'

export type StartSandboxOptions = SandboxOptions & {
  /** 0 takes a free port. Default: 4100. */
  port?: number
  /** Default: 127.0.0.1. */
  host?: string
}

export type RunningSandbox = Omit<Sandbox, 'dispose'> & {
  origin: string
  /** Ends all sockets and timers; calling it twice is fine. */
  close(): Promise<void>
}

/** @throws what `listen` throws, such as EADDRINUSE, and what `createSandbox` throws */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4100, host = '127.0.0.1', ...rest } = options
  const { dispose, ...sandbox } = createSandbox(rest)
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    dispose()
    throw error
  })

  const origin = originOf(host, (server.address() as AddressInfo).port)
  // Not with `overrideGlobalObjects: false`: hono's body limit wraps a request that says no length (a chunked
  // body, a POST without any) in a new one, which Node's own Request refuses; such calls then end in a 500.
  server.on('request', getRequestListener(sandbox.app.fetch))

  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= new Promise<void>((resolve) => {
      dispose()
      server.close(() => resolve())
      server.closeAllConnections()
    })
    return closed
  }
  return { ...sandbox, origin, close }
}

/** A wildcard address is where one listens, not where a browser can go. */
function originOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
