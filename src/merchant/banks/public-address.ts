// Which addresses of the internet protocol lead out of the own network.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All of IPv6 that is given out for use on the internet, so far (RFC 4291, IANA). */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Tells whether an address is on the public internet: not private, not this machine's, not of the own network, and not
 * one that wraps such an address (NAT64, 6to4, Teredo).
 * @param text an address as a look-up gives it; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text)
  if (address?.range() !== 'unicast') return false
  // `range()` calls what it has no name for "unicast", such as ::127.0.0.1.
  return address.kind() === 'ipv4' || address.match(globalIpv6)
}

/** Tells whether an address is this machine's own. */
export function isLoopbackAddress(text: string): boolean {
  return parse(text)?.range() === 'loopback'
}

/** An IPv4 address inside of IPv6 (`::ffff:127.0.0.1`) is the IPv4 address. With a zone it belongs to one network card. */
function parse(text: string) {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return null
  // ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8, and a connection would go elsewhere. `URL` writes it without dots.
  return ipaddr.process(family === 6 ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text)
}
