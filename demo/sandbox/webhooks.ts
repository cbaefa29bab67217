// "Each status change of a payin triggers the matching webhook." Signs, posts, repeats, remembers.
//
// Delivery retries, expected response code and time-outs are not shown in the document. Chosen here: every 2xx
// is success, redirects are not followed, ten seconds per attempt, and after a failure up to five more
// attempts at growing gaps. Nothing is promised about order: a repeated webhook may arrive after a newer one.
import { createHmac, randomUUID } from 'node:crypto'
import type { Clock, Timers } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Payin } from './payins.ts'

const attemptTimeoutMs = 10_000
const retryGapsMs = [1_000, 5_000, 25_000, 2 * 60_000, 10 * 60_000]
const remembered = 10_000

/** One attempt. `status` and `error` are both null while it is under way. */
export type Delivery = {
  id: string
  at: string
  event: 'payinStatusChanged'
  payin_id: string
  url: string
  body: string
  signature: string
  attempt: number
  status: number | null
  error: string | null
}

type Letter = Pick<Delivery, 'payin_id' | 'url' | 'body' | 'signature'>
type Answer = Pick<Delivery, 'status' | 'error'>

export type WebhooksOptions = {
  clock: Clock
  timers: Timers
  secret: string
  faults: Faults
  fetch: typeof fetch
}

/** Hex HMAC-SHA256 over the exact body. */
export function signBody(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

export function createWebhooks({ clock, timers, secret, faults, fetch }: WebhooksOptions) {
  const deliveries: Delivery[] = []
  const closing = new AbortController()

  function record(letter: Letter, attempt: number, answer: Answer): Delivery {
    const at = new Date(clock.now()).toISOString()
    const delivery: Delivery = {
      id: randomUUID(),
      at,
      event: 'payinStatusChanged',
      ...letter,
      attempt,
      ...answer,
    }
    deliveries.push(delivery)
    if (deliveries.length > remembered) deliveries.shift()
    return delivery
  }

  async function post({ url, body, signature }: Letter): Promise<Answer> {
    const late = new AbortController()
    const cancelTimeout = timers.after(attemptTimeoutMs, () => late.abort())
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, closing.signal]),
      })
      await response.body?.cancel()
      return { status: response.status, error: null }
    } catch (error) {
      return { status: null, error: late.signal.aborted ? 'no answer within 10 seconds' : reasonOf(error) }
    } finally {
      cancelTimeout()
    }
  }

  async function deliver(letter: Letter, attempt: number): Promise<void> {
    const delivery = record(letter, attempt, { status: null, error: null })
    Object.assign(delivery, await post(letter))
    const accepted = delivery.status !== null && delivery.status >= 200 && delivery.status < 300
    const gapMs = retryGapsMs[attempt - 1]
    if (accepted || gapMs === undefined || closing.signal.aborted) return
    timers.after(gapMs, () => void deliver(letter, attempt + 1))
  }

  /** The body is frozen here, so a repeated attempt carries the news of then, not of now. */
  function announce(payin: Payin) {
    if (payin.webhook_url === undefined) return
    const body = JSON.stringify(payin)
    const letter = { payin_id: payin.id, url: payin.webhook_url, body, signature: signBody(body, secret) }
    if (faults.takeForWebhook() === 'drop') {
      record(letter, 1, { status: null, error: 'dropped by the fault "webhooks": "drop"' })
      return
    }
    void deliver(letter, 1)
  }

  return { announce, deliveries: deliveries as readonly Delivery[], dispose: () => closing.abort() }
}

/** undici hides the reason ("connect ECONNREFUSED…", "bad port") in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
