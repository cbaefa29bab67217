// A merchant's endpoint on loopback with scripted answers. It records the requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface MerchantEndpoint extends AsyncDisposable {
  /** Base URL of the merchant protocol. */
  readonly url: string
  readonly asked: readonly Asked[]
}

/** Answers every request by `respond`, on a free port. */
export async function startEndpoint(
  respond: (response: ServerResponse, asked: Asked) => void,
): Promise<MerchantEndpoint> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    const received = { method, path: url, headers, body }
    asked.push(received)
    respond(response, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/checkout`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Answers with any body. */
export function answer(status: number, type: string, body: string, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': type, ...headers })
    response.end(body)
  }
}
