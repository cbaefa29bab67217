// Where a request comes from: for the rate limits, and for bank transfers and on-ramps, which want to know it.
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

export type AddressOf = (c: Context) => string

/** The headers in which proxies write whom they serve. */
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

/** Addresses that mean something within one network only: not where a shopper is. */
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
 * Makes the function that tells what to count a request by: its IP address, or the network of an IPv6 one. Without a
 * header it is the connection's: whoever connects directly can write into `X-Forwarded-For` what they like.
 * @param header the one that your own proxy writes (CLIENT_ADDRESS_HEADER)
 * @param onUnknown told once, when a request comes with no address at all: those are counted together
 * @param onProxy told once, when a request comes through a proxy and no header is set: the name of the header it wrote
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
      if (!isUnknownReported) onUnknown()
      isUnknownReported = true
      return 'unknown'
    }
    return ip instanceof ipaddr.IPv6 ? networkOf(ip) : ip.toString()
  }
}

/**
 * Makes the function that tells a shopper's public IP address, whole; `null` when it is not known. A proxy's address is
 * nobody's: behind one, only the header that it writes is believed.
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

/** The first header by which a proxy says that it stands in between. */
const forwardedBy = (c: Context): string | undefined =>
  forwardingHeaders.find((name) => c.req.header(name) !== undefined)

type Ip = ReturnType<typeof ipaddr.process>

/** What runtimes hand to a fetch handler beside the request. */
interface Connection {
  /** Node, by its adapter. */
  readonly incoming?: unknown
  /** Deno. */
  readonly remoteAddr?: { readonly hostname?: string }
  /** Bun. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
}

/** `null` where the runtime does not tell: then a proxy's header must. */
function connectionOf(c: Context): Ip | null {
  const { incoming, remoteAddr, requestIP } = (c.env ?? {}) as Connection
  if (incoming !== undefined) return ofNode(c)
  if (remoteAddr !== undefined) return readIp(remoteAddr.hostname)
  return readIp(requestIP?.call(c.env, c.req.raw)?.address)
}

/**
 * The IP address in a header's value; `null` when there is none. Of a list the last entry: the proxy next to us wrote
 * that one, everything before it came in from outside.
 */
export function parseIp(text: string | undefined): string | null {
  return readIp(text)?.toString() ?? null
}

function readIp(text: string | undefined): Ip | null {
  const last = text?.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  const plain = bare.replace(/%.*$/, '')
  // The library alone would also read `0x7f.1` and `127.1`, which no proxy writes. It unwraps IPv4-mapped addresses.
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

/** The /64 of an IPv6 address: that much is given to every home and phone, so one shopper has 2⁶⁴ addresses. */
function networkOf({ parts }: ipaddr.IPv6): string {
  const network = parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
