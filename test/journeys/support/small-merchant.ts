// The smallest merchant's server that PROTOCOL §2 allows: a proxy that remembers which object of the service each session
// stands for, and asks the service at every read. No ETag, no held reads, no webhooks but the one that an on-ramp needs.
// A test double: a merchant's own also stores, limits, and checks who asks, as server-example does.
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
  /** In euros. */
  readonly price: string
  readonly returnUrl: string
  readonly webhookUrl: string
  /** An on-ramp's comes by its webhook. */
  serviceId?: string
  link?: string
  made?: Promise<void>
}

const euros = ({ price }: Kept) => ({ value: price, currency: 'EUR' })
const user = { names: 'Mara Lind', userId: 'example42', userEmail: 'mara@example.test' }

/** Makes the service's object of a session. */
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
    const news = { webhookUrl, webhookPayload: id, hostedRedirectUrl: returnUrl }
    session.link = (await service.onRamp.generateLink({ amount: price, ...user, ...news })).hostedLink
  }
}

/** What the service says now, in as few fields as the kind allows. */
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
    // The recipient reads it before the button.
    return { status, redirect_url, amount: euros(session) }
  }
  const transaction = await service.transactions.get(id)
  const status: string = transaction.paymentStatus
  if (transaction.type !== 'MerchantOnRampTransfer') return { status, redirect_url }
  // One status cannot say that the money is here and the crypto is not. And no link: it works once, so none is kept.
  return { status, outcome: outcomeOf('on_ramp', status, 'open', transaction.bankDepositStatus) }
}

const html = (body: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><script src="/payin-checkout.js" async></script>${body}</html>`

export class SmallMerchant {
  origin = ''
  /** What all sessions say in place of the service's status: a word that nobody knows, or news that are late. */
  statusInstead: string | null = null
  readonly #service: ServiceClient
  readonly #sendsKind: boolean
  readonly #sessions = new Map<string, Kept>()
  readonly #byKey = new Map<string, Kept>()
  // Unsigned webhooks: nobody may guess where they go (FACTS 28).
  readonly #webhookPath = `/webhooks/${randomUUID()}`
  readonly #server = createServer(getRequestListener(this.#routes().fetch))

  /**
   * @param sendsKind whether sessions say their `kind`. Where they don't, an element assumes its own; the return page, one
   *   for all kinds, cannot know it
   */
  constructor(baseUrl: string, apiKey: string, sendsKind: boolean) {
    // The widget repeats what failed, with the same key: once here is enough.
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

  /** A session in which a recipient receives euros; gives its id. */
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
    const told = { id: session.id, ...(this.#sendsKind && { kind: session.kind }) }
    const now = await read(this.#service, session)
    return { ...told, ...now, ...(this.statusInstead !== null && { status: this.statusInstead }) }
  }

  /** The same key is the same session. The order's name is its price: by it a journey chooses what the sandbox does. */
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
    app.get('/favicon.ico', (c) => c.body(null, 204))
    return app
  }
}
