// A minimal load balancer: each request goes to the next server.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface RoundRobin {
  /** The ports that got a request for this path with any query, in order. */
  portsFor(path: string): number[]
  /** How many requests a server has not answered yet. */
  readonly waiting: number
  close(): Promise<void>
}

/** Listens at `port` and distributes requests to `ports`; a server that is gone is skipped. */
export async function startRoundRobin(port: number, ports: readonly number[]): Promise<RoundRobin> {
  const dealt: { path: string; port: number }[] = []
  const waiting = new Set<IncomingMessage>()

  function deal(
    incoming: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    left = ports.length,
  ): void {
    const { method, url = '/', headers } = incoming
    const to = ports[dealt.length % ports.length] ?? 0
    dealt.push({ path: url.split('?', 1)[0] ?? '', port: to })
    const outgoing = request({ host: '127.0.0.1', port: to, method, path: url, headers, agent: false })
    response.on('close', () => outgoing.destroy())
    outgoing.on('response', (answer) => {
      waiting.delete(incoming)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A refused connection did nothing, so another server may take the request. Other errors reach the client.
      if (error.code === 'ECONNREFUSED' && left > 1) return deal(incoming, response, body, left - 1)
      waiting.delete(incoming)
      if (!response.headersSent) response.writeHead(502)
      response.end()
    })
    outgoing.end(body)
  }

  const server = createServer(async (incoming, response) => {
    waiting.add(incoming)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    deal(incoming, response, Buffer.concat(chunks))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    portsFor: (path) => dealt.filter((each) => each.path === path).map((each) => each.port),
    get waiting() {
      return waiting.size
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
