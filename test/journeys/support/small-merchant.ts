// The smallest merchant server that docs/protocol.md#the-merchant-protocol allows: a proxy that maps each session to an object of the service
// and reads it at every request. It has no ETag and no held reads, and only the webhook that an on-ramp needs.
// It is a test double: a real server also stores sessions, limits requests, and checks authorization, as server-example does.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import {
  createServiceClient,
  freezePayin,
  freezePayout,
  type Kind,
  outcomeOf,
  parseOnRampEvent,
  type ServiceClient,
  ServiceError,
} from 'payin-checkout/server'

interface Kept {
  readonly id: string
  readonly kind: Kind
  /** In EUR. */
  readonly price: string
  readonly returnUrl: string
  readonly webhookUrl: string
  /** The webhook of an on-ramp sets it. */
  serviceId?: string
  link?: string
  made?: Promise<void>
}

const euros = ({ price }: Kept) => ({ value: price, currency: 'EUR' })
const user = { names: 'Mara Lind', userId: 'example42', userEmail: 'mara@example.test' }

/** Creates the service's object for a session. */
async function make(service: ServiceClient, session: Kept, key: string): Promise<void> {
  const { id, kind, price, returnUrl, webhookUrl } = session
  const intent = { amount: euros(session), return_url: returnUrl }
  if (kind === 'payin') {
    const frozen = freezePayin({ ...intent, payer: { email: user.userEmail } }, key)
    session.serviceId = (await service.payins.create(frozen)).id
  } else if (kind === 'payout') {
    session.serviceId = (await service.payouts.create(freezePayout(intent, key))).id
  } else if (kind === 'bank_transfer') {
    const back = { callbackChromeUrl: returnUrl, callbackSafariUrl: returnUrl }
    const request = { amount: price, names: user.names, userId: user.userId, ...back }
    session.serviceId = (await service.transactions.createBankTransfer(request)).transactionId
    session.link = (await service.transactions.generatePaymentLink(session.serviceId)).paymentLink
  } else {
    const callbacks = { webhookUrl, webhookPayload: id, hostedRedirectUrl: returnUrl }
    session.link = (await service.onRamp.generateLink({ amount: price, ...user, ...callbacks })).hostedLink
  }
}

/** The service's current status, in as few fields as the kind allows. */
async function read(service: ServiceClient, session: Kept) {
  const { kind, serviceId, link: redirect_url } = session
  if (kind === 'on_ramp' && !serviceId) return { status: 'INTENT' }
  const id = serviceId ?? ''
  if (kind === 'payin') {
    const { status, redirect_url } = await service.payins.get(id)
    return { status, redirect_url }
  }
  if (kind === 'payout') {
    const { status, redirect_url } = await service.payouts.get(id)
    // The element shows it to the recipient before the button.
    return { status, redirect_url, amount: euros(session) }
  }
  const transaction = await service.transactions.get(id)
  const status: string = transaction.paymentStatus
  if (transaction.type !== 'MerchantOnRampTransfer') return { status, redirect_url }
  // The status alone cannot show that the money came and the crypto was not sent. There is no link, because it works once.
  return { status, outcome: outcomeOf('on_ramp', status, 'open', transaction.bankDepositStatus) }
}

const html = (body: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><script src="/payin-checkout.js" async></script>${body}</html>`

export class SmallMerchant {
  origin = ''
  /** A status for all sessions in place of the service's: an unknown one, or an outdated one. */
  statusInstead: string | null = null
  /** The shop's service worker, at `/worker.js`. */
  worker = ''
  readonly #service: ServiceClient
  readonly #sendsKind: boolean
  readonly #sessions = new Map<string, Kept>()
  readonly #byKey = new Map<string, Kept>()
  // These webhooks are unsigned, so their URL must be unguessable (docs/internals/server-facts.md#legacy-webhooks-are-not-signed).
  readonly #webhookPath = `/webhooks/${randomUUID()}`
  readonly #server = createServer(getRequestListener(this.#routes().fetch))

  /**
   * @param sendsKind whether sessions contain their `kind`. Without it an element assumes its own kind. The return page is the
   *   same for all kinds and cannot know it
   */
  constructor(baseUrl: string, apiKey: string, sendsKind: boolean) {
    // The widget repeats a failed request with the same key, so one attempt is enough here.
    this.#service = createServiceClient({ baseUrl, apiKey, retry: { maxAttempts: 1 } })
    this.#sendsKind = sendsKind
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.origin = `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Creates a payout session. @returns its id */
  async createPayout(price: string): Promise<string> {
    const session = this.#keep('payout', price)
    await make(this.#service, session, randomUUID())
    return session.id
  }

  #keep(kind: Kind, price: string): Kept {
    const id = `cs_${randomBytes(16).toString('base64url')}`
    const returnUrl = `${this.origin}/checkout/return?session=${id}`
    const session = { id, kind, price, returnUrl, webhookUrl: this.origin + this.#webhookPath }
    this.#sessions.set(id, session)
    return session
  }

  async #show(session: Kept) {
    const fields = { id: session.id, ...(this.#sendsKind && { kind: session.kind }) }
    const now = await read(this.#service, session)
    return { ...fields, ...now, ...(this.statusInstead !== null && { status: this.statusInstead }) }
  }

  /** The same key gives the same session. The order's name is its price, by which a journey chooses the sandbox's result. */
  async #create(key: string, { order, kind }: { order: string; kind: Kind }): Promise<Kept> {
    const session = this.#byKey.get(key) ?? this.#keep(kind, order)
    this.#byKey.set(key, session)
    session.made ??= make(this.#service, session, key).catch((error) => {
      delete session.made
      throw error
    })
    await session.made
    return session
  }

  #routes(): Hono {
    const app = new Hono()
    const unknown = () => Response.json({ title: 'Unknown session' }, { status: 404 })
    app.use(async (c, next) => {
      await next()
      c.header('Content-Security-Policy', "default-src 'self'; require-trusted-types-for 'script'")
    })
    app.onError((error, c) => {
      if (!(error instanceof ServiceError)) throw error
      return c.json({ title: 'The payment service cannot be reached' }, 503, { 'Retry-After': '1' })
    })
    app.post('/checkout/sessions', async (c) => {
      const session = await this.#create(c.req.header('Idempotency-Key') ?? '', await c.req.json())
      return c.json({ redirect_url: session.link, ...(await this.#show(session)) }, 201)
    })
    app.get('/checkout/sessions/:id', async (c) => {
      const session = this.#sessions.get(c.req.param('id'))
      return session ? c.json(await this.#show(session)) : unknown()
    })
    app.post('/checkout/sessions/:id/link', async (c) => {
      const session = this.#sessions.get(c.req.param('id'))
      if (!session) return unknown()
      if (session.kind === 'on_ramp') await make(this.#service, session, '')
      return c.json({ redirect_url: session.link, ...(await this.#show(session)) })
    })
    app.post(this.#webhookPath, async (c) => {
      const event = parseOnRampEvent(new Uint8Array(await c.req.arrayBuffer()))
      const session = this.#sessions.get(event?.webhookPayload ?? '')
      if (event && session) session.serviceId = event.transactionId
      return c.json({ message: 'received' })
    })
    app.get('/checkout/return', (c) =>
      c.html(html('<payin-return endpoint="/checkout" href="/page"></payin-return>')),
    )
    app.get('/page', (c) => c.html(html(c.req.query('html') ?? '')))
    app.get('/payin-checkout.js', async (c) => {
      const script = await readFile(new URL('../../../dist/payin-checkout.js', import.meta.url), 'utf8')
      return c.body(script, 200, { 'Content-Type': 'text/javascript' })
    })
    app.get('/worker.js', (c) => c.body(this.worker, 200, { 'Content-Type': 'text/javascript' }))
    app.get('/favicon.ico', (c) => c.body(null, 204))
    return app
  }
}
