// The merchant's webhook receiver: a server that validates every webhook against the description.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { WebhookEvent } from '../../src/sandbox/service/webhook-post.ts'
import { checkWebhook } from '../support/described.ts'

export type Received = {
  method: string
  headers: IncomingHttpHeaders
  raw: Buffer
  body: Record<string, unknown>
}
export type ReceiverAnswer = { status: number; body?: string }

const processed: ReceiverAnswer = { status: 200, body: JSON.stringify({ message: 'processed' }) }
const timeoutMs = 30_000

/** An address of the receiver. Each object under test has its own. */
export type Inbox = {
  url: string
  received: Received[]
  /** Sets the answer to the next webhooks. */
  answer: ReceiverAnswer
  /** Resolves with the first `count` webhooks when they have arrived. */
  wait(count: number): Promise<readonly Received[]>
}

export function createMerchant() {
  const inboxes = new Map<string, Inbox & { event: WebhookEvent }>()
  const mistakes: string[] = []
  const arrivals = new Set<() => void>()
  const server = createServer((request, response) => void receive(request, response))
  let origin = ''

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const raw = await buffer(request)
    const inbox = inboxes.get(request.url ?? '')
    if (!inbox) mistakes.push(`A webhook came to ${request.url}, which nobody gave.`)
    else {
      const body = JSON.parse(raw.toString('utf8')) as Record<string, unknown>
      mistakes.push(...checkWebhook(inbox.event, body).map((mistake) => `${inbox.event}: ${mistake}`))
      inbox.received.push({ method: request.method ?? '', headers: request.headers, raw, body })
    }
    const answer = inbox?.answer ?? processed
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
    for (const arrive of arrivals) arrive()
  }

  /** @throws {Error} with the received webhooks, if fewer arrive within half a minute */
  function wait(inbox: Inbox, count: number): Promise<readonly Received[]> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (inbox.received.length < count) return
        end()
        resolve(inbox.received.slice(0, count))
      }
      const late = setTimeout(() => {
        end()
        const came = JSON.stringify(inbox.received.map(({ body }) => body))
        reject(new Error(`Expected ${count} webhooks, got ${inbox.received.length}: ${came}`))
      }, timeoutMs)
      const end = () => {
        clearTimeout(late)
        arrivals.delete(look)
      }
      arrivals.add(look)
      look()
    })
  }

  return {
    mistakes: mistakes as readonly string[],
    inbox(event: WebhookEvent): Inbox {
      const path = `/${event}/${inboxes.size + 1}`
      const inbox: Inbox & { event: WebhookEvent } = {
        event,
        url: origin + path,
        received: [],
        answer: processed,
        wait: (count) => wait(inbox, count),
      }
      inboxes.set(path, inbox)
      return inbox
    },
    async listen() {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
