// Which addresses a bank's logo may have. What a name leads to is checked later, when it was looked up: logo-fetch.ts.
import { isIP } from 'node:net'
import { isLoopback, parseRedirectUrl } from '../../server/index.ts'
import { equivalentOrigins } from '../settings/settings.ts'
import { isPublicAddress } from './public-address.ts'

const maxLength = 2_048
/** RFC 1035. */
const maxHostLength = 253

/**
 * A logo's address, or `null` when this server must not ask there: `https:` on the public internet; on this machine only
 * the service itself, which is then the sandbox. Another port than 443 is the service's own or refused: else the list of
 * banks could make this server try the ports of others.
 */
export function parseLogoUrl(text: string | null, serviceUrl: string): URL | null {
  const url = parseRedirectUrl(text)
  if (!url || url.href.length > maxLength) return null
  if (isSandbox(url, serviceUrl)) return url
  if (url.protocol !== 'https:' || !isPublicHost(hostOf(url))) return null
  return url.port === '' || url.origin === new URL(serviceUrl).origin ? url : null
}

/** Tells whether an address is that of the service, and the service runs on this machine. */
export function isSandbox(url: URL, serviceUrl: string): boolean {
  return isLoopback(url.hostname) && equivalentOrigins(new URL(serviceUrl)).includes(url.origin)
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** A name without a dot belongs to the own network; one with a dot at its end is no name for a certificate. */
function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.length <= maxHostLength && /\.[^.]+$/.test(host) && !host.endsWith('.localhost')
}
