// A small merchant server that keeps every promise of verify, and can break one of them on purpose.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Offer, type Reply, SmallOffers } from './small-offers.ts'

/** Mistakes that each break a promise. */
export type Mistake =
  | 'answers 500 while the service is down'
  | 'believes any webhook'
  | 'redirects webhooks'
  | 'believes the return'
  | 'breaks on bad input'
  | 'counts each webhook as a payment'
  | 'closes the connection on a malformed webhook'
  | 'finds every session'
  | 'finds sessions by the order'
  | 'drops a webhook when its read fails'
  | 'returns an ended session for a new key'
  | 'keeps the links of paid orders'
  | 'creates a payin for each request'
  | 'makes short ids'
  | 'never reads open payins'
  | 'ships at AUTHORIZED'
  | 'ships for each payment'
  | 'refuses while the service is down'
  | 'accepts unknown orders'
  | 'sends a new key to the service each time'
  | 'applies webhooks in the order of arrival'
  | 'takes the price of the browser'
  | 'exposes the payer'
  | 'gives its address once'
  | 'writes amounts as numbers'
  | 'points at no field'
  | 'never ships'
  | 'keeps the page of an earlier price'
  | 'keeps the page of a withdrawn order'
  | 'ships at the old price'
  | 'asks nobody whether the till has taken the money'
  | Offer

interface StoredSession {
  readonly id: string
  readonly order: string
  readonly payin: string
  readonly redirectUrl: string
  readonly price: string
  status: string
}

const ends = ['COMPLETED', 'FAILED', 'EXPIRED']
const sweepEveryMs = 100

export class SmallMerchant {
  readonly #service: { readonly origin: string; readonly key: string; readonly secret: string }
  readonly #mistake: Mistake | null
  readonly #byKey = new Map<string, StoredSession>()
  readonly #turns = new Map<string, Promise<unknown>>()
  /** How often each order was shipped. */
  readonly #packed = new Map<string, number>()
  readonly #sessions: StoredSession[] = []
  /** What has happened to an order: another price, withdrawn, or paid at the till. */
  readonly #changes = new Map<string, string>()
  readonly #server: Server = createServer()
  /** Refuses create requests without these. */
  proof: { readonly cookie?: string; readonly tokenOf?: (order: string) => string } = {}
  /** How often it fails when it is asked whether an order is paid. */
  failures = 0
  readonly #offers: SmallOffers | null
  #sweep: NodeJS.Timeout | undefined

  /** @param offers whether it has the optional parts */
  constructor(
    service: { origin: string; key: string; secret: string },
    mistake: Mistake | null,
    offers: boolean,
  ) {
    this.#service = service
    this.#mistake = mistake
    this.#offers = offers ? new SmallOffers(service, mistake) : null
    this.#server.on('request', async (request, response) => {
      const { status, body, headers } = await this.#answer(request).catch(
        (error): Reply => ({ status: 500, body: String(error) }),
      )
      const isPage = typeof body === 'string'
      response.writeHead(status, {
        'Content-Type': isPage ? 'text/html' : status < 400 ? 'application/json' : 'application/problem+json',
        'Cache-Control': 'no-store',
        ...(status === 503 && { 'Retry-After': '1' }),
        ...headers,
      })
      response.end(isPage || status === 304 ? body : JSON.stringify(body))
    })
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const asksNothing: readonly Mistake[] = [
      'never reads open payins',
      'drops a webhook when its read fails',
      'applies webhooks in the order of arrival',
    ]
    if (asksNothing.some(this.#is)) return
    this.#sweep = setInterval(() => {
      for (const session of this.#sessions)
        if (!ends.includes(session.status)) this.#refresh(session).catch(() => undefined)
    }, sweepEveryMs)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #is = (mistake: Mistake): boolean => this.#mistake === mistake

  async #answer(request: IncomingMessage): Promise<Reply> {
    const path = new URL(request.url ?? '', 'http://shop.example').pathname
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (path === '/webhook') return this.#receiveWebhook(request, body)
    const last = this.#sessions.at(-1)
    if (path === '/return' && last && this.#is('believes the return')) this.#apply(last, 'COMPLETED')
    if (path === '/return') return { status: 200, body: '<payin-return endpoint="/checkout"></payin-return>' }
    if (request.method === 'PUT') {
      const [, , order = '', change = ''] = path.split('/')
      this.#changes.set(order, change)
      return { status: 200, body: {} }
    }
    if (path.startsWith('/orders/')) {
      if (this.failures-- > 0) return { status: 500, body: { title: 'Oops.' } }
      const times = this.#packed.get(path.slice('/orders/'.length)) ?? 0
      return { status: 200, body: { paid: times > 0, times: this.#is('never ships') ? 0 : times } }
    }
    if (path === '/checkout/sessions' && request.method === 'POST') return this.#handleCreate(request, body)
    const session = this.#sessions.find(({ id }) => path === `/checkout/sessions/${id}`)
    const linked = this.#sessions.find(({ id }) => path === `/checkout/sessions/${id}/link`)
    if (linked && !this.#fits(linked)) return { status: 409, body: { title: 'The order has changed.' } }
    if (linked && this.#offers && !this.#is('gives its address once'))
      return this.#offers.link(this.#shown(linked))
    const read = () => (session ? this.#read(session) : null)
    const optional = await this.#offers?.answer(request, path, read)
    if (optional) return optional
    if (session) return { status: 200, body: this.#read(session) }
    if (this.#is('finds every session')) return { status: 200, body: '<h1>Our shop</h1>' }
    return { status: 404, body: { title: 'Nothing is here.' } }
  }

  async #handleCreate(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const key = request.headers['idempotency-key']
    const refused = {
      status: 422,
      body: {
        title: 'No such order, or no Idempotency-Key.',
        ...(this.#is('points at no field') && { errors: [{ detail: 'It is wrong.' }] }),
      },
    }
    let input: { order?: unknown; token?: unknown; amount?: { value: string } } | null
    try {
      input = JSON.parse(body.toString())
    } catch {
      return this.#is('breaks on bad input') ? { status: 500, body: { title: 'Oops.' } } : refused
    }
    const order = input?.order
    const isKnown = typeof order === 'string' && /^A-\d+$/.test(order)
    if (typeof key !== 'string' || typeof order !== 'string') return refused
    if (!isKnown && !this.#is('accepts unknown orders')) return refused
    const { cookie, tokenOf } = this.proof
    if ((cookie && request.headers.cookie !== cookie) || (tokenOf && input?.token !== tokenOf(order)))
      return { status: 403, body: { title: 'This is the order of somebody else.' } }
    const price = this.#is('takes the price of the browser') ? input?.amount?.value : undefined
    // Handles the requests of an order one after the other.
    const turn = (this.#turns.get(order) ?? Promise.resolve()).then(() => this.#create(order, key, price))
    this.#turns.set(
      order,
      turn.catch(() => undefined),
    )
    return turn.catch(() =>
      this.#is('refuses while the service is down')
        ? { status: 400, body: { title: 'No.' } }
        : this.#is('answers 500 while the service is down')
          ? { status: 500, body: { title: 'Oops.' } }
          : { status: 503, body: { title: 'The service gives no answer.' } },
    )
  }

  async #create(order: string, key: string, asked?: string): Promise<Reply> {
    const price = asked ?? this.#priceOf(order)
    const known = this.#byKey.get(key)
    if (known && !this.#is('creates a payin for each request'))
      return this.#fits(known)
        ? { status: 201, body: this.#shown(known) }
        : { status: 409, body: { title: 'The order has changed.' } }
    if (['withdraw', 'pay'].includes(this.#changes.get(order) ?? ''))
      return { status: 409, body: { title: 'It cannot be paid.' } }
    const earlier = this.#sessions.filter((session) => session.order === order)
    if (!this.#is('creates a payin for each request')) {
      for (const session of earlier) if (!ends.includes(session.status)) await this.#refresh(session)
      if (!this.#is('keeps the links of paid orders') && this.#isTaken(order))
        return { status: 409, body: { title: 'It is paid.' } }
      const reusable = this.#is('returns an ended session for a new key')
        ? [...ends, 'CREATED']
        : ['CREATED', 'INITIATED']
      const open = earlier.find((each) => reusable.includes(each.status) && this.#fits(each))
      if (open) return { status: 201, body: this.#shown(open) }
    }
    const payin = await this.#call('/payins', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': this.#is('sends a new key to the service each time')
          ? crypto.randomUUID()
          : this.#keyFor(key),
      },
      body: JSON.stringify({
        amount: { value: price, currency: 'EUR' },
        reference: order,
        payer: { email: 'mara@example.test' },
        return_url: `${this.origin}/return`,
        webhook_url: `${this.origin}/webhook`,
      }),
    })
    const id = this.#is('makes short ids')
      ? `cs_${this.#sessions.length + 1}`
      : `cs_${randomBytes(24).toString('base64url')}`
    const { id: payinId, redirect_url: redirectUrl, status } = payin
    const session = { id, order, payin: payinId, redirectUrl, status, price }
    this.#sessions.push(session)
    this.#byKey.set(key, session)
    return { status: 201, body: this.#shown(session) }
  }

  #keyFor = (key: string): string =>
    this.#is('creates a payin for each request') ? crypto.randomUUID() : key

  async #call(
    path: string,
    init: RequestInit,
  ): Promise<{ id: string; status: string; redirect_url: string }> {
    const headers = { ...init.headers, 'X-API-Key': this.#service.key }
    const response = await fetch(`${this.#service.origin}/api/v2${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`The service answered ${response.status}.`)
    return response.json()
  }

  /** Reads the payin at the service. */
  async #refresh(session: StoredSession): Promise<void> {
    this.#apply(session, (await this.#call(`/payins/${session.payin}`, {})).status)
  }

  #priceOf = (order: string): string => (this.#changes.get(order) === 'price' ? '60.00' : '49.90')

  /** Whether the order can still be paid by this session. */
  #fits(session: StoredSession): boolean {
    const change = this.#changes.get(session.order)
    if (change === 'withdraw') return this.#is('keeps the page of a withdrawn order')
    if (change === 'pay') return this.#is('asks nobody whether the till has taken the money')
    return change !== 'price' || session.price === '60.00' || this.#is('keeps the page of an earlier price')
  }

  #apply(session: StoredSession, said: string): void {
    // Money that does not fit the order needs a person.
    const needsPerson = said === 'COMPLETED' && !this.#fits(session) && !this.#is('ships at the old price')
    const status = needsPerson ? 'AUTHORIZED' : said
    const isPaid = status === 'COMPLETED' || (status === 'AUTHORIZED' && this.#is('ships at AUTHORIZED'))
    const packsAgain =
      this.#is('counts each webhook as a payment') ||
      (this.#is('ships for each payment') && session.status !== 'COMPLETED')
    const isPacked = this.#packed.has(session.order) && !packsAgain
    if (isPaid && !isPacked) this.#packed.set(session.order, (this.#packed.get(session.order) ?? 0) + 1)
    if (session.status !== 'COMPLETED' || this.#is('applies webhooks in the order of arrival'))
      session.status = status
  }

  async #receiveWebhook(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const signature = Buffer.from(String(request.headers['x-webhook-signature'] ?? ''))
    const right = Buffer.from(createHmac('sha256', this.#service.secret).update(body).digest('hex'))
    const isRight = signature.length === right.length && timingSafeEqual(signature, right)
    if (!isRight && !this.#is('believes any webhook')) return { status: 401, body: { title: 'Not signed.' } }
    if (this.#is('redirects webhooks')) return { status: 302, body: {}, headers: { Location: '/login' } }
    let event: { id?: unknown; status?: unknown; reference?: unknown } | null
    try {
      event = JSON.parse(body.toString())
    } catch {
      // Like a process that crashes: the connection closes without an answer.
      if (this.#is('closes the connection on a malformed webhook')) request.socket.destroy()
      return { status: 400, body: { title: 'No JSON.' } }
    }
    // Final statuses only: a read of the sweep that is in flight would take any other one back.
    if (this.#is('finds sessions by the order') && ends.includes(String(event?.status))) {
      const last = this.#sessions.filter(({ order }) => order === event?.reference).at(-1)
      if (last) last.status = String(event?.status)
    }
    const session = this.#sessions.find(({ payin }) => payin === event?.id)
    if (!session || this.#is('never reads open payins')) return { status: 200, body: {} }
    if (this.#is('believes any webhook') || this.#is('applies webhooks in the order of arrival'))
      this.#apply(session, String(event?.status))
    else if (this.#is('drops a webhook when its read fails'))
      await this.#refresh(session).catch(() => undefined)
    else await this.#refresh(session)
    return { status: 200, body: {} }
  }

  #isTaken = (order: string): boolean =>
    this.#sessions.some(
      (session) => session.order === order && ['AUTHORIZED', 'SETTLED', 'COMPLETED'].includes(session.status),
    )

  #read = (session: StoredSession): object =>
    this.#is('gives its address once')
      ? { ...this.#shown(session), redirect_url: null }
      : this.#shown(session)

  #shown(session: StoredSession): object {
    const isPayable = this.#fits(session) && !this.#isTaken(session.order) && !ends.includes(session.status)
    return {
      id: session.id,
      status: session.status,
      redirect_url: isPayable || this.#is('keeps the links of paid orders') ? session.redirectUrl : null,
      ...(this.#is('writes amounts as numbers') && { amount: { value: 49.9, currency: 'EUR' } }),
      ...(this.#is('exposes the payer') && { payer: { email: 'mara@example.test' } }),
    }
  }
}
