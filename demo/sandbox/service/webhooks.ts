// "Each status change of a payin or payout triggers the matching webhook", and the two legacy notifications.
// Posts, repeats, remembers.
//
// For v2 and bank transfers, delivery retries, expected response code and time-outs are not shown. Chosen here:
// every 2xx is success, redirects are not followed, ten seconds per attempt, and after a failure up to five more
// attempts at growing gaps. The on-ramp's contract is shown: 200 with a JSON `message`, up to five retries with
// exponential back-off. Nothing is promised about order: a repeated webhook may arrive after a newer one.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Timers } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Journal } from '../journal.ts'
import {
  type Answer,
  createPost,
  type Delivery,
  failureOf,
  signBody,
  type WebhookEvent,
  type WebhookMessage,
} from './webhook-post.ts'

const retryGapsMs = [1_000, 5_000, 25_000, 2 * 60_000, 10 * 60_000]
/** A webhook that is held back to come out of order comes at last by itself. */
const heldBackMs = 30_000
const remembered = 10_000

export type WebhooksOptions = {
  clock: Clock
  timers: Timers
  /** Real time: putting the sandbox's clock forward makes no receiver late. */
  wallTimers: Timers
  secret: string
  faults: Faults
  journal: Pick<Journal, 'add'>
  fetch: typeof fetch
  /** Where webhooks go in place of their own address. */
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

  /** Something that `clear` takes back: a retry, a late or held-back webhook. */
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
    const refused = failureOf(message.event, answer)
    Object.assign(delivery, answer, refused ? { error: refused } : {})
    const gapMs = retryGapsMs[attempt - 1]
    // What was forgotten meanwhile is not repeated: it would come in the middle of what began afterwards.
    const isForgotten = closing.signal.aborted || clearings !== before
    if (!isForgotten) journal.add('webhook.ended', delivery)
    const isOver = refused === null || message.forged || gapMs === undefined || isForgotten
    if (!isOver) later(gapMs, () => void deliver(message, attempt + 1))
  }

  /** Sends unless a fault has other plans. The body is frozen here: a later attempt carries the news of then. */
  function send(message: WebhookMessage) {
    const drawn = faults.drawWebhookFaults()
    if (drawn.forged) void deliver(forge(message), 1)
    if (drawn.lost) {
      const error = 'lost by the fault "webhook_lost"'
      journal.add('webhook.ended', record(message, 1, { status: null, answer: null, error }))
      return
    }
    const post = () => {
      for (let copy = 0; copy <= drawn.copies; copy++) void deliver(message, 1)
    }
    if (drawn.outOfOrder && !heldBack.has(message.object_id)) return holdBack(message.object_id, post)
    if (drawn.lateMs > 0) later(drawn.lateMs, post)
    else post()
    heldBack.get(message.object_id)?.()
  }

  /** Until the next webhook about the same object has been sent. */
  function holdBack(objectId: string, post: () => void) {
    const release = () => {
      cancel()
      heldBack.delete(objectId)
      post()
    }
    const cancel = later(heldBackMs, release)
    heldBack.set(objectId, release)
  }

  function messageOf(
    event: WebhookEvent,
    objectId: string,
    url: string,
    object: object,
    signed: boolean,
  ): WebhookMessage {
    const body = JSON.stringify(object)
    const signature = signed ? signBody(body, secret) : null
    return { event, object_id: objectId, url: forwarded(url, forwardTo), body, signature, forged: false }
  }

  return {
    /** A signed v2 notification: the object itself, as it is now. */
    announce(
      event: 'payinStatusChanged' | 'payoutStatusChanged',
      object: { id: string; webhook_url?: string },
    ): void {
      if (object.webhook_url !== undefined)
        send(messageOf(event, object.id, object.webhook_url, object, true))
    },

    /** A legacy notification; "webhook signing for these notifications: not shown", so there is none. */
    notify(
      event: 'bankTransferStatusUpdate' | 'merchantOnRampSuccess',
      objectId: string,
      url: string | undefined,
      body: object,
    ): void {
      if (url !== undefined) send(messageOf(event, objectId, url, body, false))
    },

    /** The same bytes once more, whatever faults are on; undefined for an unknown delivery. */
    resend(id: string): WebhookMessage | undefined {
      const delivery = deliveries.find((each) => each.id === id)
      if (!delivery) return undefined
      const { event, object_id, url, body, signature, forged } = delivery
      const message = { event, object_id, url, body, signature, forged }
      void deliver(message, 1)
      return message
    },

    deliveries: deliveries as readonly Delivery[],
    /** Forgets what was sent and what was still to be sent. */
    clear() {
      clearings += 1
      for (const cancel of [...waiting]) cancel()
      heldBack.clear()
      deliveries.splice(0)
    },
    dispose: () => closing.abort(),
  }
}

/** An origin alone takes the place of the webhook's own; an address with a path takes the place of all of it. */
function forwarded(url: string, to: string | undefined): string {
  if (to === undefined) return url
  const target = new URL(to)
  if (target.pathname !== '/' || target.search !== '') return target.href
  const { pathname, search } = new URL(url)
  return `${target.origin}${pathname}${search}`
}

/** Somebody else's news of a payment that has ended well, with a signature that is none. */
function forge(message: WebhookMessage): WebhookMessage {
  const paid = { status: message.event === 'bankTransferStatusUpdate' ? 'AUTHORIZED' : 'COMPLETED' }
  const body = JSON.stringify({ ...JSON.parse(message.body), ...paid })
  const signature = message.signature === null ? null : randomBytes(32).toString('hex')
  return { ...message, body, signature, forged: true }
}
