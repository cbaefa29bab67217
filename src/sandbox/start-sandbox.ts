// The sandbox on a port.
import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts'
import { Problem, toProblemResponse } from './problem.ts'

export type StartSandboxOptions = SandboxOptions & {
  /** 0 takes a free port. Default: 4100. */
  port?: number
  /** The address to listen on, which is also a name by which the sandbox may be called. Default: 127.0.0.1. */
  host?: string
}

export type RunningSandbox = Omit<Sandbox, 'dispose'> & {
  origin: string
  /** Closes all sockets and timers. May be called twice. */
  close(): Promise<void>
}

/** @throws the error of `listen`, such as EADDRINUSE, or of `createSandbox` */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4100, host = '127.0.0.1', allowHosts = [], ...rest } = options
  const { dispose, ...sandbox } = createSandbox({ ...rest, allowHosts: [host, ...allowHosts] })
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    dispose()
    throw error
  })

  const origin = originOf(host, (server.address() as AddressInfo).port)
  // Not with `overrideGlobalObjects: false`: hono's body limit wraps a request without Content-Length (a chunked body,
  // or no body) in a new Request. Node's own Request refuses that, and the call would end in a 500.
  server.on('request', getRequestListener(sandbox.app.fetch))

  server.on('clientError', refuseBadHttp)

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

/**
 * Answers bytes that are not HTTP, and headers that are too large. They never reach the app, and Node sends no body.
 */
async function refuseBadHttp(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(431, 'The headers are too large.')
      : new Problem(400, 'This is not HTTP.')
  const body = await toProblemResponse(problem).text()
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** A browser cannot open a wildcard address, so localhost takes its place. */
function originOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
