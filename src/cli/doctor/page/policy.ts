// Parses a Content-Security-Policy (CSP Level 3) and finds the directive that decides.
import { headerOf } from '../http/answer.ts'
import type { Page } from './page.ts'
import type { HtmlElement } from './parse-html.ts'

export interface Policy {
  /** The line of its `<meta>`; `null` for a header. */
  readonly line: number | null
  /** By name in lower case. If a name appears twice, the first counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>
}

export interface Deciding {
  readonly name: string
  readonly sources: readonly string[]
}

/** Directives that have no effect in a `<meta>`. */
const onlyInHeaders = new Set(['frame-ancestors', 'report-uri', 'sandbox'])

/** Of one header or `<meta>`. Each is checked for each script and endpoint. */
const maxPolicies = 100

/** The policies of a header or `<meta>`. Browsers enforce all of them. */
export function parsePolicies(text: string, line: number | null): Policy[] {
  return text.split(',', maxPolicies).flatMap((one) => {
    const directives = new Map<string, readonly string[]>()
    for (const directive of one.split(';')) {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      const key = name.toLowerCase()
      const counts = key !== '' && !directives.has(key) && (line === null || !onlyInHeaders.has(key))
      if (counts) directives.set(key, sources)
    }
    return directives.size === 0 ? [] : [{ line, directives }]
  })
}

/** The policies that browsers enforce in a page, from its headers and its HTML. Report-only policies are not included. */
export function policiesOf({ answer, elements }: Page): Policy[] {
  const inHeader = parsePolicies(headerOf(answer, 'content-security-policy') ?? '', null)
  const inPage = elements.flatMap(({ name, attributes, isInHead, line }) =>
    name === 'meta' &&
    isInHead &&
    attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy'
      ? parsePolicies(attributes.get('content') ?? '', line ?? 1)
      : [],
  )
  return [...inHeader, ...inPage]
}

/** The first of these directives that the policy has, or `null`. */
export function deciding({ directives }: Policy, ...names: readonly string[]): Deciding | null {
  for (const name of names) {
    const sources = directives.get(name)
    if (sources !== undefined) return { name, sources }
  }
  return null
}

/** The directives that can decide about each type of request, the most specific first. */
export const decidingAbout = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  image: ['img-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
} as const

export function placeOf({ line }: Policy): string {
  return line === null ? 'the header Content-Security-Policy' : `the <meta> in line ${line}`
}

export function withSource({ sources }: Deciding, name: string, source: string): string {
  const kept = sources.filter((each) => each.toLowerCase() !== "'none'")
  return [name, ...kept, source].join(' ')
}

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
