// A model of the payment service: what its documents say, and everything that they leave open. Objects may complete,
// expire, fail, be disputed or come back; reads may lag; keys are forgotten after 24 hours; webhooks are letters that
// somebody else delivers, or loses.
import { createHmac, randomUUID } from 'node:crypto'
import type { Kind } from 'payin-checkout/server'
import {
  createObject,
  isEndStatus,
  isPayable,
  isPromiseStatus,
  latest,
  type Moment,
  momentAt,
  type ServiceObject,
} from './service-object.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const hostedOrigin = 'https://pay.example'

export interface SentWebhook {
  readonly object: ServiceObject
  readonly status: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  arrived: boolean
  /** It has arrived, and what came of it was lost with the database. */
  forgotten: boolean
}

/** What befalls one call: the answer comes so late, or never, before or after the service has done its work. */
export type CallFault = { readonly slowMs: number } | { readonly cut: 'request' | 'answer' }

/** How an on-ramp is paid: with the session's money, or with something else. */
export type OnRampPayment = 'as_asked' | 'other_amount' | 'other_currency' | 'other_payload'

/** The link of an on-ramp; its transaction exists once somebody pays. */
interface OnRampLink {
  readonly token: string
  readonly request: Readonly<Record<string, unknown>>
  readonly at: number
  readonly seq: number
  transaction: ServiceObject | null
  /** The merchant's row of it is gone: a payment of it is nobody's. */
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
  const letters: SentWebhook[] = []
  const keys = new Map<string, { readonly body: string; readonly answer: object; readonly at: number }>()
  const troubles: CallFault[] = []
  const calls: { readonly call: string; readonly seq: number; readonly failed: boolean }[] = []
  let seq = 0
  let lagMs = 0
  let troublesMet = 0

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

  /** What a read of payments-v2 shows of it at one moment. */
  const shown = (object: ServiceObject, { status }: Moment) => ({
    ...object.intent,
    id: object.id,
    status,
    created_at: new Date(object.createdAt).toISOString(),
    expires_at: new Date(object.expiresAt).toISOString(),
    redirect_url: `${hostedOrigin}/pay/${object.token}`,
  })

  function transactionShown(object: ServiceObject, { status, deposit }: Moment): object {
    const { kind, id: uuid, intent, amount } = object
    const shared = { uuid, paymentStatus: status, currency: amount.currency }
    return kind === 'on_ramp'
      ? { ...shared, type: 'MerchantOnRampTransfer', bankDepositStatus: deposit }
      : { ...intent, ...shared, type: 'BankTransfer', amount: amount.value }
  }

  function announce(object: ServiceObject): void {
    const { kind, intent } = object
    const moment = latest(object)
    const url = String(intent.webhook_url ?? intent.webhookUrl ?? '')
    if (kind === 'payin' || kind === 'payout') {
      const body = JSON.stringify(shown(object, moment))
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
      return post(object, url, body, { 'x-webhook-signature': signature })
    }
    if (kind === 'bank_transfer')
      return post(
        object,
        url,
        JSON.stringify({ status: moment.status, webhookPayload: intent.webhookPayload }),
      )
    // The only event of an on-ramp that the document shows is that of its deposit.
    if (moment.deposit !== 'SUCCESS' || moment.status !== 'PROCESSING') return
    const { value, currency } = object.amount
    const event = {
      eventType: 'merchant_on_ramp_success',
      transactionId: object.id,
      amount: Number(value),
      currency,
    }
    const timestamp = new Date(moment.at).toISOString()
    post(object, url, JSON.stringify({ ...event, timestamp, webhookPayload: object.intent.webhookPayload }))
  }

  function post(
    object: ServiceObject,
    url: string,
    body: string,
    headers: Record<string, string> = {},
  ): void {
    const { pathname, search } = new URL(url)
    const all = { 'content-type': 'application/json', ...headers }
    const { status } = latest(object)
    letters.push({
      object,
      status,
      path: pathname + search,
      headers: all,
      body,
      arrived: false,
      forgotten: false,
    })
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
    const answer = shown(object, latest(object))
    // The harsher reading of "the original result is returned": as it was at first, whatever has happened since.
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
      const all = objects.filter(({ kind }) => `${kind}s` === collection)
      const object = all.find((each) => each.id === id)
      if (id !== undefined) return object ? json(200, shown(object, seen(object))) : json(404, {})
      const found = all.filter(({ reference }) => reference === query.get('reference'))
      const content = found.map((each) => shown(each, seen(each)))
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
    const trouble = troubles.shift()
    if (trouble) troublesMet++
    const cut = trouble && 'cut' in trouble ? trouble.cut : null
    calls.push({ call: `${init.method ?? 'GET'} ${url.pathname}`, seq: ++seq, failed: cut !== null })
    if (cut === 'request') throw new TypeError('fetch failed')
    const response = answer(url, init)
    if (trouble && 'slowMs' in trouble) await sleep(trouble.slowMs)
    if (cut === 'answer') throw new TypeError('socket hang up')
    return response
  }

  /** A shopper pays an on-ramp: only then a transaction of it exists. */
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
    // Another amount may be the one that is asked for by now.
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
    letters: letters as readonly SentWebhook[],
    calls,
    move,
    expireDue,
    /** What befalls the next calls. */
    expect: (...next: CallFault[]) => troubles.push(...next),
    /** All goes well from now on. */
    calm(): void {
      troubles.splice(0)
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
    /** How many calls have met with trouble so far. */
    get troublesMet() {
      return troublesMet
    },
    byToken: (token: string) => objects.find((each) => each.token === token),
    /** The rows that the merchant has written since then are gone. */
    loseRowsSince(seq: number): void {
      for (const letter of letters) letter.forgotten = letter.arrived
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
