// A model of the payment service: what its documents say, and everything that they leave open. Objects may complete, expire,
// fail, be disputed or be reopened. Reads may lag, keys are forgotten after 24 hours, and payins that nobody has paid may be lost. Webhooks are only recorded: the test
// delivers or loses them.
import { randomUUID } from 'node:crypto'
import type { Kind } from 'payin-checkout/server'
import {
  createObject,
  isEndStatus,
  isPayable,
  isPromiseStatus,
  latest,
  momentAt,
  type ServiceObject,
} from './service-object.ts'
import {
  hostedOrigin,
  paymentShown,
  type SentWebhook,
  transactionShown,
  webhookOf,
} from './service-webhooks.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What happens to one call: its answer is late, or the connection breaks before or after the service has processed it. */
export type CallFault = { readonly slowMs: number } | { readonly cut: 'request' | 'answer' }

/** How an on-ramp is paid: as its session asks, or with another amount, currency or marker. */
export type OnRampPayment = 'as_asked' | 'other_amount' | 'other_currency' | 'other_payload'

/** The link of an on-ramp. Its transaction exists once somebody pays. */
interface OnRampLink {
  readonly token: string
  readonly request: Readonly<Record<string, unknown>>
  readonly at: number
  readonly seq: number
  transaction: ServiceObject | null
  /** Whether the merchant has lost its row, so that a payment of it belongs to no session. */
  isLost: boolean
}

export interface ServiceModelParts {
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly webhookSecret: string
}

export function createServiceModel({ now, sleep, webhookSecret }: ServiceModelParts) {
  const objects: ServiceObject[] = []
  const links: OnRampLink[] = []
  const webhooks: SentWebhook[] = []
  const keys = new Map<string, { readonly body: string; readonly answer: object; readonly at: number }>()
  const callFaults: CallFault[] = []
  const calls: { readonly call: string; readonly seq: number; readonly failed: boolean }[] = []
  let seq = 0
  let lagMs = 0
  let faultsMet = 0

  const json = (status: number, body: unknown) => Response.json(body, { status })

  function move(object: ServiceObject, status: string, deposit = latest(object).deposit): void {
    object.history.push({ at: now(), seq: ++seq, status, deposit })
    announce(object)
  }

  function expireDue(): void {
    for (const object of objects)
      if (
        (object.kind === 'payin' || object.kind === 'payout') &&
        isPayable(object) &&
        object.expiresAt <= now()
      )
        move(object, 'EXPIRED')
  }

  const announce = (object: ServiceObject): void => {
    const webhook = webhookOf(object, webhookSecret)
    if (webhook) webhooks.push(webhook)
  }

  function create(kind: 'payin' | 'payout', key: string, body: string): Response {
    const known = keys.get(key)
    if (known && now() - known.at < 24 * hourMs)
      return known.body === body ? json(201, known.answer) : json(409, { detail: 'another body' })
    const intent = JSON.parse(body)
    const ttlMs = kind === 'payin' ? 30 * minuteMs : 24 * hourMs
    const created = { kind, intent, reference: intent.reference, amount: intent.amount, status: 'CREATED' }
    const object = createObject({ ...created, createdAt: now(), expiresAt: now() + ttlMs, seq: ++seq })
    objects.push(object)
    const answer = paymentShown(object, latest(object))
    // The stricter reading of "the original result is returned": the payment as it was at first, not as it is now.
    keys.set(key, { body, answer, at: now() })
    return json(201, answer)
  }

  function read(path: string, query: URLSearchParams): Response {
    const seen = (object: ServiceObject) => {
      const moment = momentAt(object, now() - lagMs)
      if (isPromiseStatus(object.kind, moment)) {
        object.promiseWasRead = true
        object.latePromiseWasRead ||= object.endWasRead
      } else if (isEndStatus(moment)) object.endWasRead = true
      return moment
    }
    const [, collection = '', id] = /^\/api\/v2\/(payins|payouts)(?:\/(.+))?$/.exec(path) ?? []
    if (collection) {
      const all = objects.filter(({ kind, forgotten }) => `${kind}s` === collection && !forgotten)
      const object = all.find((each) => each.id === id)
      if (id !== undefined) return object ? json(200, paymentShown(object, seen(object))) : json(404, {})
      const wanted = query.get('reference')
      const found = all.filter(({ reference }) => wanted === null || reference === wanted)
      const content = found.map((each) => paymentShown(each, seen(each)))
      return json(200, { content, page: 1, page_size: 100, has_more: false })
    }
    const transaction = objects.find((each) => each.id === query.get('transactionId'))
    return transaction ? json(200, transactionShown(transaction, seen(transaction))) : json(404, {})
  }

  function legacy(path: string, body: string): Response {
    const request = JSON.parse(body)
    if (path === '/payments/on-ramp-merchant/hosted/generate-link') {
      const link: OnRampLink = {
        token: randomUUID(),
        request,
        at: now(),
        seq: ++seq,
        transaction: null,
        isLost: false,
      }
      links.push(link)
      return json(200, {
        hostedLink: `${hostedOrigin}/pay/${link.token}`,
        expiresAt: new Date(now() + 15 * minuteMs).toISOString(),
      })
    }
    if (path === '/transaction/create-bank-transfer') {
      const amount = { value: request.amount, currency: request.currency }
      const created = { kind: 'bank_transfer', reference: request.revision, amount, intent: request } as const
      const times = { createdAt: now(), expiresAt: Number.POSITIVE_INFINITY }
      const object = createObject({ ...created, ...times, status: 'INTENT', seq: ++seq })
      objects.push(object)
      return json(200, { transactionId: object.id })
    }
    const object = objects.find(({ id }) => id === request.transactionId)
    if (!object) return json(404, {})
    if (path === '/transaction/generatePaymentLink') {
      if (!isPayable(object)) return json(409, {})
      if (latest(object).status === 'INTENT') move(object, 'STARTED')
      return json(200, { paymentLink: `${hostedOrigin}/pay/${object.token}` })
    }
    announce(object)
    return json(200, { paymentStatus: momentAt(object, now() - lagMs).status })
  }

  function answer(url: URL, init: RequestInit): Response {
    expireDue()
    if (init.method !== 'POST') return read(url.pathname.replace(/\/$/, ''), url.searchParams)
    const key = new Headers(init.headers).get('idempotency-key') ?? ''
    if (url.pathname === '/api/v2/payins') return create('payin', key, String(init.body))
    if (url.pathname === '/api/v2/payouts') return create('payout', key, String(init.body))
    return legacy(url.pathname, String(init.body))
  }

  async function call(url: URL, init: RequestInit): Promise<Response> {
    const callFault = callFaults.shift()
    if (callFault) faultsMet++
    const cut = callFault && 'cut' in callFault ? callFault.cut : null
    calls.push({ call: `${init.method ?? 'GET'} ${url.pathname}`, seq: ++seq, failed: cut !== null })
    if (cut === 'request') throw new TypeError('fetch failed')
    const response = answer(url, init)
    if (callFault && 'slowMs' in callFault) await sleep(callFault.slowMs)
    if (cut === 'answer') throw new TypeError('socket hang up')
    return response
  }

  /** A shopper pays an on-ramp. Only then its transaction exists. */
  function payOnRamp(link: OnRampLink, how: OnRampPayment): void {
    if (link.transaction || now() - link.at > 15 * minuteMs) return
    const { request } = link
    const amount = {
      value: how === 'other_amount' ? '5' : String(request.amount),
      currency: how === 'other_currency' ? 'USD' : 'EUR',
    }
    const intent = how === 'other_payload' ? { ...request, webhookPayload: 'a stranger’s' } : request
    const times = { createdAt: now(), expiresAt: Number.POSITIVE_INFINITY }
    const created = {
      kind: 'on_ramp',
      reference: String(request.revision),
      amount,
      intent,
      ...times,
    } as const
    const object = createObject({ ...created, status: 'PROCESSING', deposit: 'SUCCESS', seq: ++seq })
    // Another amount than usual can still be the price by now, so it is compared with the request.
    object.foreign =
      intent !== request || Number(amount.value) !== Number(request.amount) || amount.currency !== 'EUR'
    object.ofLostRow = link.isLost
    link.transaction = object
    objects.push(object)
    announce(object)
  }

  return {
    fetch: ((url, init) => call(new URL(String(url)), init ?? {})) as typeof fetch,
    objects: objects as readonly ServiceObject[],
    webhooks: webhooks as readonly SentWebhook[],
    calls,
    move,
    /** Loses a payin and its key, as a service does that was restored from a backup. */
    forget(object: ServiceObject): void {
      object.forgotten = true
      for (const [key, { answer }] of keys) if ((answer as { id?: string }).id === object.id) keys.delete(key)
    },
    expireDue,
    /** Sets what happens to the next calls. */
    expect: (...next: CallFault[]) => callFaults.push(...next),
    /** Ends all faults and the lag. */
    endFaults(): void {
      callFaults.splice(0)
      lagMs = 0
    },
    get seq() {
      return ++seq
    },
    get lagMs() {
      return lagMs
    },
    set lagMs(ms: number) {
      lagMs = ms
    },
    /** How many calls have had a fault so far. */
    get faultsMet() {
      return faultsMet
    },
    byToken: (token: string) => objects.find((each) => each.token === token),
    /** Marks the webhooks and links whose effects the merchant has lost with its rows. */
    loseRowsSince(seq: number): void {
      for (const webhook of webhooks) webhook.isForgotten = webhook.isDelivered
      for (const link of links) if (link.seq > seq) link.isLost = true
    },
    onRampLink: (token: string) => links.find((link) => link.token === token),
    payOnRamp,
    ofOrder: (reference: string, kind: Kind) =>
      objects.filter(
        (each) => each.reference === reference && (each.kind === 'payout') === (kind === 'payout'),
      ),
  }
}
