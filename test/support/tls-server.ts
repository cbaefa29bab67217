// A web server over TLS with its own certificate, at several addresses of this machine, which records its connections.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'

/** The reason why no certificate can be made here, or `null`. */
export const whyNoTls =
  spawnSync('openssl', ['version']).status === 0 ? null : 'this machine has no openssl to make a certificate'

/** A self-signed certificate for a name. */
export function makeCertificate(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  try {
    const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const whose = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    execFileSync('openssl', ['req', '-x509', ...what, ...whose, '-keyout', key, '-out', cert], {
      stdio: 'pipe',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface WatchedServer {
  readonly port: number
  /** All connections, also those without a request. */
  readonly connections: number
  /** Open connections. */
  readonly open: number
  /** Server names from the handshakes (SNI). */
  readonly names: readonly string[]
  readonly requests: readonly IncomingMessage[]
  close(): Promise<void>
}

/** @param port 0 for any free port */
export async function startTlsServer(
  certificate: { key: string; cert: string },
  address: string,
  port: number,
  answer: RequestListener,
): Promise<WatchedServer> {
  const requests: IncomingMessage[] = []
  const names: string[] = []
  let connections = 0
  let open = 0
  const server: Server = createServer(certificate, (request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', (socket) => {
    connections++
    open++
    socket.on('close', () => open--)
  })
  server.on('secureConnection', (socket: TLSSocket) => names.push(String(socket.servername)))
  server.listen(port, address)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    get open() {
      return open
    },
    names,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
