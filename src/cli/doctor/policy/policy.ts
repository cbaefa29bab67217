// Parses a Content-Security-Policy (CSP Level 3) and finds the directive that decides.
import { headerOf } from '../http/answer.ts'
import type { Page } from '../page/page.ts'

export interface Policy {
  /** The line of its `<meta>`; `null` for a header. */
  readonly line: number | null
  /** By name in lower case. If a name appears twice, the first counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>
}

/** The directive that decides about a request. */
export interface Deciding {
  /** The name of the directive. */
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

/** The place of a policy, for a message. */
export function placeOf({ line }: Policy): string {
  return line === null ? 'the header Content-Security-Policy' : `the <meta> in line ${line}`
}

/** The text of a directive with one more source. */
export function withSource({ sources }: Deciding, name: string, source: string): string {
  const kept = sources.filter((each) => each.toLowerCase() !== "'none'")
  return [name, ...kept, source].join(' ')
}
