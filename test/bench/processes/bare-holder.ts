// The comparison for held reads: node:http holds requests and answers them on command.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerBench } from './answering.ts'
import { machineMs, memorySamples, processorMs } from './cost.ts'

/** The maximum time that the server under test holds a read. */
const longestMs = 25_000

const held = new Map<ServerResponse, NodeJS.Timeout>()
let answerText = ''

const server = createServer((_request, response) => {
  const timer = setTimeout(() => response.writeHead(304, { etag: '"1"' }).end(), longestMs)
  held.set(response, timer)
  response.once('close', () => {
    clearTimeout(timer)
    held.delete(response)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')

const commands = {
  port: () => (server.address() as AddressInfo).port,
  /** @param body the answer to all reads */
  willAnswer(body: string): void {
    answerText = body
  },
  changeAll(): number {
    const beganAt = machineMs()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answerText),
      etag: '"2"',
    }
    for (const response of held.keys()) response.writeHead(200, headers).end(answerText)
    return beganAt
  },
  held: () => held.size,
  memorySamples,
  processorMs,
}
export type BareHolder = typeof commands

answerBench(commands)
