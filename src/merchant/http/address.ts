// Finds a request's client address: for the rate limits, and for bank transfers and on-ramps, where the service needs it.
// A proxy header is used only if the shop has configured it.
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

export type AddressOf = (c: Context) => string

/** Headers in which proxies write the client's address. */
const forwardingHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-azure-clientip',
  'x-envoy-external-address',
] as const

/** Ranges that are valid only within one network, so they do not identify a shopper. */
const notPublic: ReadonlySet<string> = new Set([
  'broadcast',
  'carrierGradeNat',
  'deprecatedSiteLocal',
  'discard',
  'linkLocal',
  'loopback',
  'multicast',
  'private',
  'rfc6052',
  'rfc6145',
  'uniqueLocal',
  'unspecified',
])

/**
 * Creates a function that returns the key to count a request by: its IPv4 address, or the /64 network of its IPv6
 * address. Without a configured header it uses the address of the connection, because a client that connects directly
 * can write anything into `X-Forwarded-For`.
 * @param header the header that your own proxy writes (CLIENT_ADDRESS_HEADER)
 * @param onProxy called once with the name of a proxy's header, when one arrives and no header is configured
 * @param onUnknown called once, when a request of a client that is still there has no address. Such requests are counted together
 */
export function createAddressOf(
  header: string | null,
  onProxy: (written: string) => void = () => {},
  onUnknown: () => void = () => {},
): AddressOf {
  let isProxyReported = header !== null
  let isUnknownReported = false
  return (c) => {
    const written = isProxyReported ? undefined : forwardedBy(c)
    if (written !== undefined) {
      isProxyReported = true
      onProxy(written)
    }
    const ip = (header === null ? null : readIp(c.req.header(header))) ?? connectionOf(c)
    if (ip === null) {
      if (!isUnknownReported && !hasEnded(c)) {
        isUnknownReported = true
        onUnknown()
      }
      return 'unknown'
    }
    return ip instanceof ipaddr.IPv6 ? networkOf(ip) : ip.toString()
  }
}

/**
 * Creates a function that returns a shopper's full public IP address; `null` when it is unknown. Behind a proxy, only the
 * configured header counts: the connection's address is that of the proxy.
 */
export function createIpOf(header: string | null): (c: Context) => string | null {
  return (c) => {
    const isBehindProxy = header === null && forwardedBy(c) !== undefined
    const ip = header === null ? connectionOf(c) : readIp(c.req.header(header))
    return ip === null || isBehindProxy || notPublic.has(ip.range()) ? null : ip.toString()
  }
}

function ofNode(c: Context): Ip | null {
  try {
    return readIp(getConnInfo(c).remote.address)
  } catch {
    // The connection has ended.
    return null
  }
}

/** Whether the client is gone. Then its address is, too, and says nothing about the runtime. Not every runtime has a signal. */
function hasEnded({ env, req }: Context): boolean {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { destroyed?: boolean } } }
  const { signal }: { signal?: AbortSignal } = req.raw
  return incoming?.socket?.destroyed === true || signal?.aborted === true
}

/** The first header that shows that a proxy stands in between. */
const forwardedBy = (c: Context): string | undefined =>
  forwardingHeaders.find((name) => c.req.header(name) !== undefined)

/** Whether a proxy has passed the request on, as far as its headers say. */
export const isForwarded = (c: Context): boolean =>
  forwardedBy(c) !== undefined || c.req.header('x-forwarded-host') !== undefined

type Ip = ReturnType<typeof ipaddr.process>

/** What runtimes pass to a fetch handler beside the request. */
interface Connection {
  /** Node, through its adapter. */
  readonly incoming?: unknown
  /** Deno. */
  readonly remoteAddr?: { readonly hostname?: string }
  /** Bun. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
}

/** The address of the connection; `null` when the runtime does not give it. Then a proxy's header is needed. */
function connectionOf(c: Context): Ip | null {
  const { incoming, remoteAddr, requestIP } = (c.env ?? {}) as Connection
  if (incoming !== undefined) return ofNode(c)
  if (remoteAddr !== undefined) return readIp(remoteAddr.hostname)
  return readIp(requestIP?.call(c.env, c.req.raw)?.address)
}

/**
 * Reads the IP address in a header's value; `null` when there is none. In a list only the last entry counts: the nearest
 * proxy wrote it, and everything before it comes from outside.
 */
export function readIp(text: string | undefined): Ip | null {
  const last = text?.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  const plain = bare.replace(/%.*$/, '')
  // `isIP` first, because ipaddr.js also accepts `0x7f.1` and `127.1`, and no proxy writes these. `process` unwraps
  // IPv4-mapped IPv6 addresses.
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

/** The /64 network of an IPv6 address. Every home and phone gets a /64, so one shopper has 2⁶⁴ addresses. */
function networkOf({ parts }: ipaddr.IPv6): string {
  const network = parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
