// Matches addresses and scripts against a source list (CSP Level 3, 6.7.2).
import type { HtmlElement } from '../page/parse-html.ts'

/** Whether a source list allows an address. */
export function allowsUrl(sources: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => fits(source, url, page))
}

/**
 * Whether a source list allows a `<script src>` by its nonce, its hash, or its address.
 * @param url the script's address
 */
export function allowsScript(
  sources: readonly string[],
  { attributes }: HtmlElement,
  url: URL,
  page: URL,
): boolean {
  const nonce = attributes.get('nonce')
  // Browsers hide a nonce from scripts, but the HTML contains it. It is case-sensitive.
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
  const hashes = (attributes.get('integrity') ?? '')
    .split(/\s+/)
    .filter((hash) => /^sha(256|384|512)-/.test(hash))
  if (hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash.replace(/\?.*/, '')}'`)))
    return true
  // With 'strict-dynamic', browsers ignore addresses and 'self'.
  if (hasKeyword(sources, 'strict-dynamic')) return false
  return allowsUrl(sources, url, page)
}

export const hasKeyword = (sources: readonly string[], keyword: string): boolean =>
  sources.some((source) => source.toLowerCase() === `'${keyword}'`)

function fits(source: string, url: URL, page: URL): boolean {
  if (source.toLowerCase() === "'self'") {
    const isUpgrade = page.protocol === 'http:' && url.protocol === 'https:' && url.hostname === page.hostname
    return url.origin === page.origin || (isUpgrade && url.port === '' && page.port === '')
  }
  if (source === '*') return url.protocol === 'https:' || url.protocol === 'http:'
  const scheme = /^([a-z][a-z0-9+.-]*):$/i.exec(source)?.[1]
  if (scheme !== undefined) return schemeFits(scheme, url)
  const [, named, host, port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i.exec(
      source,
    ) ?? []
  if (host === undefined) return false
  return (
    schemeFits(named ?? page.protocol.slice(0, -1), url) &&
    hostFits(host.toLowerCase(), url.hostname) &&
    portFits(port, url) &&
    pathFits(path, url.pathname)
  )
}

/** A source with `http:` also allows `https:`. */
function schemeFits(scheme: string, { protocol }: URL): boolean {
  const named = `${scheme.toLowerCase()}:`
  return protocol === named || (named === 'http:' && protocol === 'https:')
}

function hostFits(host: string, hostname: string): boolean {
  if (host === '*') return true
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

function portFits(port: string | undefined, url: URL): boolean {
  if (port === '*') return true
  const usual = url.protocol === 'https:' ? '443' : '80'
  const actual = url.port || usual
  return port === undefined ? url.port === '' : port === actual || (port === '80' && actual === '443')
}

function pathFits(path: string | undefined, pathname: string): boolean {
  if (path === undefined || path === '/') return true
  return path.endsWith('/') ? pathname.startsWith(path) : pathname === path
}
