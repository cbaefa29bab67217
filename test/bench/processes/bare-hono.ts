// The comparison for reads per second: the framework alone, with one route that answers the same session; and the same
// again with the headers of the server under test.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { answerBench } from './answering.ts'
import { processorMs } from './cost.ts'

interface Known {
  readonly etag: string
  readonly session: object
  /** Sent with every answer. */
  readonly headers: readonly (readonly [string, string])[]
}

let known: Known = { etag: '', session: {}, headers: [] }

const app = new Hono()
app.get('/checkout/sessions/:id', (c) => {
  for (const [name, value] of known.headers) c.header(name, value)
  c.header('etag', known.etag)
  return c.req.header('if-none-match') === known.etag ? c.body(null, 304) : c.json(known.session)
})
const server = createAdaptorServer({ fetch: app.fetch }) as Server
server.listen(0, '127.0.0.1')
await once(server, 'listening')

const commands = {
  port: () => (server.address() as AddressInfo).port,
  /** @param given the answer */
  willAnswer(given: Known): void {
    known = given
  },
  processorMs,
}
export type BareHono = typeof commands

answerBench(commands)
