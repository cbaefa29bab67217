// Content-Security-Policy (CSP Level 3): what is in one, and which of its directives decides.

export interface Policy {
  /** The line of its `<meta>`; `null`: it is a header. */
  readonly line: number | null
  /** By name in small letters; of a name that stands there twice, the first counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>
}

/** A directive that decides about something. */
export interface Deciding {
  /** The one whose sources count. */
  readonly name: string
  readonly sources: readonly string[]
}

/** What only a header can say. */
const onlyInHeaders = new Set(['frame-ancestors', 'report-uri', 'sandbox'])

/** Each policy of a header or `<meta>`; all of them are enforced together. */
export function parsePolicies(text: string, line: number | null): Policy[] {
  return text.split(',').flatMap((one) => {
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

/** The first of these directives that a policy has; `null`: it says nothing of this. */
export function deciding({ directives }: Policy, ...names: readonly string[]): Deciding | null {
  for (const name of names) {
    const sources = directives.get(name)
    if (sources !== undefined) return { name, sources }
  }
  return null
}

/** The directives that decide about something, the most exact first. */
export const decidingAbout = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  image: ['img-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
} as const

/** Where a policy stands, for the sentence that says what to change. */
export function placeOf({ line }: Policy): string {
  return line === null ? 'the header Content-Security-Policy' : `the <meta> in line ${line}`
}

/** A directive with one more source, as it is to be written. */
export function withSource({ sources }: Deciding, name: string, source: string): string {
  const kept = sources.filter((each) => each.toLowerCase() !== "'none'")
  return [name, ...kept, source].join(' ')
}
