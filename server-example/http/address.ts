// Where a request comes from: for the rate limits, and for bank transfers and on-ramps, which want to know it.
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

export type AddressOf = (c: Context) => string

/**
 * Makes the function that tells what to count a request by: its IP address, or the network of an IPv6 one. Without a header it is the connection's: whoever connects
 * directly can write into `X-Forwarded-For` what they like.
 * @param header the one that your own proxy writes (CLIENT_ADDRESS_HEADER)
 */
export function createAddressOf(header: string | null): AddressOf {
  const ipOf = createIpOf(header)
  return (c) => {
    const ip = ipOf(c)
    if (ip === null) return 'unknown'
    return isIP(ip) === 6 ? networkOf(ip) : ip
  }
}

/** Makes the function that tells a request's IP address, whole; `null` when it is not known. */
export function createIpOf(header: string | null): (c: Context) => string | null {
  return (c) => (header === null ? null : parseIp(c.req.header(header))) ?? connectionOf(c)
}

function connectionOf(c: Context): string | null {
  try {
    return parseIp(getConnInfo(c).remote.address)
  } catch {
    // Without a connection: in tests, or on another runtime.
    return null
  }
}

/**
 * The IP address in a header's value; `null` when there is none. Of a list the last entry: the proxy next to us wrote
 * that one, everything before it came in from outside.
 */
export function parseIp(text: string | undefined): string | null {
  const last = text?.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  // An IPv4 address in IPv6 clothes is one address, not a network of them.
  const plain = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(plain) === 0 ? null : plain
}

/** The /64 of an IPv6 address: that much is given to every home and phone, so one shopper has 2⁶⁴ addresses. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end takes the room of two groups.
  const last = address.includes('.') ? 1 : 0
  const gap = tail === undefined ? 0 : 8 - groups.length - after.length - last
  const all = [...groups, ...Array.from({ length: gap }, () => '0'), ...after]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
