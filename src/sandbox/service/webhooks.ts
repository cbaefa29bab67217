// "Each status change of a payin or payout triggers the matching webhook", and the two legacy notifications: sends
// them, retries them, and keeps a list of all attempts.
//
// The documents show no retries, response codes or timeouts for v2 and bank transfers. Chosen here: every 2xx is
// success, redirects are not followed, ten seconds for each attempt, and up to five retries with growing delays. For
// the on-ramp they are shown: 200 with a JSON `message`, up to five retries with exponential back-off. The order is not
// guaranteed: a retried webhook may arrive after a newer one.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Timers } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Journal } from '../journal.ts'
import { remembered } from './records.ts'
import {
  type Answer,
  createPost,
  type Delivery,
  signBody,
  type WebhookEvent,
  type WebhookMessage,
} from './webhook-post.ts'

const retryGapsMs = [1_000, 5_000, 25_000, 2 * 60_000, 10 * 60_000]
/** A webhook that is held back by `webhook_out_of_order` is sent after this time at the latest. */
const heldBackMs = 30_000
const signedEvents: readonly WebhookEvent[] = ['payinStatusChanged', 'payoutStatusChanged']

export type WebhooksOptions = {
  clock: Clock
  timers: Timers
  /** Real time: moving the sandbox's clock must not time out a receiver. */
  wallTimers: Timers
  secret: string
  faults: Faults
  journal: Pick<Journal, 'add'>
  fetch: typeof fetch
  /** The address that gets all webhooks. Default: their own addresses. */
  forwardTo: string | undefined
}

export type Webhooks = ReturnType<typeof createWebhooks>

export function createWebhooks(options: WebhooksOptions) {
  const { clock, timers, wallTimers, secret, faults, journal, fetch, forwardTo } = options
  const deliveries: Delivery[] = []
  const heldBack = new Map<string, () => void>()
  const waiting = new Set<() => void>()
  const closing = new AbortController()
  let clearings = 0
  const post = createPost({ wallTimers, fetch, closing: closing.signal })

  /** A timer that `clear` cancels: a retry, a late or held-back webhook. */
  function later(ms: number, run: () => void): () => void {
    const cancel = () => {
      waiting.delete(cancel)
      stop()
    }
    const stop = timers.after(ms, () => {
      waiting.delete(cancel)
      run()
    })
    waiting.add(cancel)
    return cancel
  }

  function record(message: WebhookMessage, attempt: number, answer: Answer): Delivery {
    const at = new Date(clock.now()).toISOString()
    const delivery: Delivery = { id: randomUUID(), at, ...message, attempt, ...answer }
    deliveries.push(delivery)
    if (deliveries.length > remembered) deliveries.shift()
    return delivery
  }

  async function deliver(message: WebhookMessage, attempt: number): Promise<void> {
    const delivery = record(message, attempt, { status: null, answer: null, error: null })
    journal.add('webhook.started', delivery)
    const before = clearings
    const answer = await post(message)
    Object.assign(delivery, answer)
    const gapMs = retryGapsMs[attempt - 1]
    // After a reset there is no retry: it would arrive among the webhooks of the next test.
    const isForgotten = closing.signal.aborted || clearings !== before
    if (!isForgotten) journal.add('webhook.ended', delivery)
    const isOver = answer.error === null || message.forged || gapMs === undefined || isForgotten
    if (!isOver) later(gapMs, () => void deliver(message, attempt + 1))
  }

  /** Applies the faults, then sends. The body is fixed here: a retry sends the same state, even if it has changed. */
  function send(message: WebhookMessage) {
    const drawn = faults.drawWebhookFaults()
    if (drawn.forged) void deliver(forge(message), 1)
    if (drawn.lost) {
      const error = 'lost by the fault "webhook_lost"'
      journal.add('webhook.ended', record(message, 1, { status: null, answer: null, error }))
      return
    }
    // Of an earlier webhook, also if this one is late: one that is late itself does not release a newer one.
    const release = heldBack.get(message.object_id)
    const post = () => {
      for (let copy = 0; copy <= drawn.copies; copy++) void deliver(message, 1)
      release?.()
    }
    if (drawn.outOfOrder && !release) return holdBack(message.object_id, post)
    if (drawn.lateMs > 0) later(drawn.lateMs, post)
    else post()
  }

  /** Holds the webhook back until the next one about the same object was sent. */
  function holdBack(objectId: string, post: () => void) {
    const release = () => {
      if (heldBack.get(objectId) !== release) return
      cancel()
      heldBack.delete(objectId)
      post()
    }
    const cancel = later(heldBackMs, release)
    heldBack.set(objectId, release)
  }

  return {
    /**
     * Sends a notification of an object. Only those of v2 are signed: "webhook signing for these notifications: not shown" of the
     * legacy ones.
     */
    notify(event: WebhookEvent, objectId: string, url: string | undefined, object: object): void {
      if (url === undefined) return
      const body = JSON.stringify(object)
      const signature = signedEvents.includes(event) ? signBody(body, secret) : null
      send({ event, object_id: objectId, url: forwarded(url, forwardTo), body, signature, forged: false })
    },

    /** Sends the same bytes again, without faults. Undefined for an unknown delivery. */
    resend(id: string): WebhookMessage | undefined {
      const delivery = deliveries.find((each) => each.id === id)
      if (!delivery) return undefined
      const { event, object_id, url, body, signature, forged } = delivery
      const message = { event, object_id, url, body, signature, forged }
      void deliver(message, 1)
      return message
    },

    deliveries: deliveries as readonly Delivery[],
    /** Deletes all deliveries and cancels pending ones. */
    clear() {
      clearings += 1
      for (const cancel of [...waiting]) cancel()
      heldBack.clear()
      deliveries.splice(0)
    },
    dispose: () => closing.abort(),
  }
}

/** An origin replaces the webhook's origin; an address with a path replaces the whole address. */
function forwarded(url: string, to: string | undefined): string {
  if (to === undefined) return url
  const target = new URL(to)
  if (target.pathname !== '/' || target.search !== '') return target.href
  const { pathname, search } = new URL(url)
  return `${target.origin}${pathname}${search}`
}

/** A forged webhook: it says that the payment succeeded, and its signature is invalid. */
function forge(message: WebhookMessage): WebhookMessage {
  const paid = { status: message.event === 'bankTransferStatusUpdate' ? 'AUTHORIZED' : 'COMPLETED' }
  const body = JSON.stringify({ ...JSON.parse(message.body), ...paid })
  const signature = message.signature === null ? null : randomBytes(32).toString('hex')
  return { ...message, body, signature, forged: true }
}
