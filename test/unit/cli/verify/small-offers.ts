// The optional parts of the protocol, for the small merchant of these tests.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Mistakes in an optional part. */
export type Offer =
  | 'cannot list at first'
  | 'never changes its ETag'
  | 'lists no banks'
  | 'makes empty links'
  | 'fails to make links'
  | 'misses the change during a held read'
  | 'never answers 304'
  | 'exposes whole IBANs'

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const lookEveryMs = 20
/** Shorter than any requested hold, so that tests are fast. */
const holdMs = 1_500
const iban = 'DE89370400440532013000'

export class SmallOffers {
  readonly #service: { readonly origin: string; readonly key: string }
  readonly #mistake: string | null
  #listed = 0

  constructor(service: { readonly origin: string; readonly key: string }, mistake: string | null) {
    this.#service = service
    this.#mistake = mistake
  }

  /**
   * @param read returns the session as the page sees it, or `null`
   * @returns `undefined` for other paths
   */
  async answer(
    request: IncomingMessage,
    path: string,
    read: () => object | null,
  ): Promise<Reply | undefined> {
    if (path === '/checkout/banks') return this.#banks(request)
    if (path === '/checkout/instruments') return { status: 200, body: { content: [this.#instrument()] } }
    if (request.method === 'POST') return undefined
    return read() ? this.#read(request, read) : undefined
  }

  /** A session with a fresh link. */
  link(session: object): Reply {
    if (this.#is('fails to make links')) return { status: 500, body: { title: 'Oops.' } }
    return {
      status: 200,
      body: this.#is('makes empty links') ? { ...session, redirect_url: null } : session,
    }
  }

  #is = (mistake: Offer): boolean => this.#mistake === mistake

  async #read(request: IncomingMessage, read: () => object | null): Promise<Reply> {
    const known = request.headers['if-none-match']
    const isHeld = known !== undefined && request.headers.prefer !== undefined
    const until = Date.now() + holdMs
    while (isHeld && this.#etag(read()) === known && Date.now() < until) await sleep(lookEveryMs)
    const etag = this.#etag(read())
    const headers = { ETag: etag, ...(isHeld && { 'Preference-Applied': 'wait=5' }) }
    const isUnchanged = etag === known || (isHeld && this.#is('misses the change during a held read'))
    return isUnchanged && !this.#is('never answers 304')
      ? { status: 304, body: undefined, headers }
      : { status: 200, body: read(), headers }
  }

  #etag = (session: object | null): string =>
    this.#is('never changes its ETag')
      ? '"1"'
      : `"${createHash('sha256').update(JSON.stringify(session)).digest('hex')}"`

  /** Forwards the list of the service, with its errors. */
  async #banks(request: IncomingMessage): Promise<Reply> {
    const cannotNow = this.#is('cannot list at first') && this.#listed++ === 0
    if (cannotNow) return { status: 503, body: { title: 'Later.' }, headers: { 'Retry-After': '0' } }
    const { search } = new URL(request.url ?? '', 'http://shop.example')
    const headers = { 'X-API-Key': this.#service.key }
    const response = await fetch(`${this.#service.origin}/api/v2/banks${search}`, { headers })
    const list = (await response.json()) as { content?: unknown }
    return { status: response.status, body: this.#is('lists no banks') ? { banks: list.content } : list }
  }

  #instrument = (): object => ({
    id: 'b6a7c2f4-6d0e-4d0c-9f4e-7d3c6f1f5a10',
    method: 'bank_account',
    iban: this.#is('exposes whole IBANs') ? iban : `${iban.slice(0, 4)}**************${iban.slice(-4)}`,
  })
}
