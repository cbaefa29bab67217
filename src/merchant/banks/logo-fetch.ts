// Asks for a logo at the very address that was checked. A check of the name alone would not do: the name may lead into the
// own network, and a second look-up may lead elsewhere than the first (DNS rebinding).
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { hostOf, isSandbox } from './logo-url.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { createResolve, type Resolve } from './resolve.ts'

/** The part of `fetch` that a logo needs. */
export type LogoFetch = (href: string, init: { redirect: 'manual'; signal: AbortSignal }) => Promise<Response>

export interface LogoFetchParts {
  readonly resolve: Resolve
  /** Tells where a connection may go. */
  readonly isAllowed: (address: string) => boolean
  /** Certificates to trust instead of Node's own, for tests. */
  readonly ca?: string
}

/** Makes the function that asks for a logo. Where the service is on this machine, its own origin is allowed. */
export function createLogoFetch(serviceUrl: string, parts: Partial<LogoFetchParts> = {}): LogoFetch {
  const { resolve = createResolve(), isAllowed = isPublicAddress, ca } = parts
  return async (href, { signal }) => {
    const url = new URL(href)
    const host = hostOf(url)
    const found = isIP(host) === 0 ? await resolve(host, signal) : [host]
    const addresses = found.filter(isSandbox(url, serviceUrl) ? isLoopbackAddress : isAllowed)
    if (addresses.length === 0)
      throw new Error(`The logo’s host ${host} has no public address: it is not asked.`)
    const answer = await ask(url, { lookup: fixedLookup(addresses), signal, ...(ca && { ca }) })
    const encoding = answer.headers['content-encoding'] ?? 'identity'
    if (answer.statusCode !== 200 || encoding !== 'identity') {
      answer.destroy()
      throw new Error(`The bank’s logo_url answered ${answer.statusCode}, encoded as ${encoding}.`)
    }
    const type = answer.headers['content-type']
    return new Response(body(answer), { headers: type === undefined ? {} : { 'content-type': type } })
  }
}

const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'payin-checkout' }

function ask(url: URL, given: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  // `agent: false`: a connection is used once, so none is used for an address that another check allowed.
  const options = { ...given, headers, agent: false }
  return new Promise((resolve, reject) => {
    request(url, options).on('response', resolve).on('error', reject).end()
  })
}

/** A look-up that knows the answer: the name stays the one that the certificate is checked for. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  return (_host, options, done) => {
    if (options.all || !first) done(null, all)
    else done(null, first.address, first.family)
  }
}

const body = (answer: IncomingMessage) => Readable.toWeb(answer) as ReadableStream<Uint8Array>
