// Fetches a logo from exactly the IP address that was checked. Checking the name is not enough: it may resolve to an
// address in the shop's own network, and a second lookup may give another address than the first (DNS rebinding).
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
  /** Whether a connection to this IP address is allowed. */
  readonly isAllowed: (address: string) => boolean
  /** Certificate authorities to trust instead of Node's own, for tests. */
  readonly ca?: string
}

/** Creates the function that fetches a logo. If the service runs on this machine, its own origin is allowed. */
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
  // `agent: false`: each connection is used once. A pooled one could lead to an address that another check allowed.
  const options = { ...given, headers, agent: false }
  return new Promise((resolve, reject) => {
    request(url, options).on('response', resolve).on('error', reject).end()
  })
}

/** A lookup with a fixed result. The URL keeps its name, so the certificate is checked for that name. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  return (_host, options, done) => {
    if (options.all || !first) done(null, all)
    else done(null, first.address, first.family)
  }
}

const body = (answer: IncomingMessage) => Readable.toWeb(answer) as ReadableStream<Uint8Array>
