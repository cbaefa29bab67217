// Which IP addresses are outside of the shop's own network.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All IPv6 addresses that are allocated for the internet so far (RFC 4291, IANA). */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet: not private, not of this machine or network, and not one that wraps such
 * an address (NAT64, 6to4, Teredo).
 * @param text an address as a lookup returns it; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text)
  if (address?.range() !== 'unicast') return false
  // `range()` returns "unicast" for every range that it does not know, such as that of ::127.0.0.1.
  return address.kind() === 'ipv4' || address.match(globalIpv6)
}

/** Whether an address is a loopback address of this machine. */
export function isLoopbackAddress(text: string): boolean {
  return parse(text)?.range() === 'loopback'
}

/**
 * Unwraps an IPv4-mapped IPv6 address (`::ffff:127.0.0.1`). Rejects an address with a zone: it is local to one
 * interface.
 */
function parse(text: string) {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return null
  // ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8, but a connection would go elsewhere. `URL` writes it without dots, so
  // that both read the same address.
  return ipaddr.process(family === 6 ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text)
}
