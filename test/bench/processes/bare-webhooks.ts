// The comparison for a storm of webhooks: node:http checks the signature of each and answers it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerBench } from './answering.ts'
import { longestStallMs, watchLoop } from './cost.ts'

const secret = process.env.PAYMENTS_WEBHOOK_SECRET ?? ''

function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const received = Buffer.from(String(headers['x-webhook-signature']), 'hex')
  const expected = createHmac('sha256', secret).update(body).digest()
  return received.length === expected.length && timingSafeEqual(received, expected)
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const status = isSigned(request, Buffer.concat(chunks)) ? 200 : 401
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"stored"}')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')

const commands = {
  port: () => (server.address() as AddressInfo).port,
  watchLoop,
  longestStallMs,
}
export type BareWebhooks = typeof commands

answerBench(commands)
