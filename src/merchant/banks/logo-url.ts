// Which URLs a bank's logo may have. The IP address of the host is checked later, after the lookup: logo-fetch.ts.
import { isIP } from 'node:net'
import { isLoopback, parseRedirectUrl } from '../../server/index.ts'
import { equivalentOrigins } from '../settings/settings.ts'
import { isPublicAddress } from './public-address.ts'

const maxLength = 2_048
/** RFC 1035. */
const maxHostLength = 253

/**
 * Parses a logo's URL; `null` when this server must not fetch it. Allowed is `https:` on the public internet, and on this
 * machine only the service itself, which is then the sandbox. A port other than 443 is allowed only on the service's own
 * origin: otherwise the list of banks could make this server scan the ports of other hosts.
 */
export function parseLogoUrl(text: string | null, serviceUrl: string): URL | null {
  const url = parseRedirectUrl(text)
  if (!url || url.href.length > maxLength) return null
  if (isSandbox(url, serviceUrl)) return url
  if (url.protocol !== 'https:' || !isPublicHost(hostOf(url))) return null
  return url.port === '' || url.origin === new URL(serviceUrl).origin ? url : null
}

/** Whether a URL is on the service's origin, and the service runs on this machine. */
export function isSandbox(url: URL, serviceUrl: string): boolean {
  return isLoopback(url.hostname) && equivalentOrigins(new URL(serviceUrl)).includes(url.origin)
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** A name without a dot belongs to the local network. A name with a dot at its end fits no certificate. */
function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.length <= maxHostLength && /\.[^.]+$/.test(host) && !host.endsWith('.localhost')
}
