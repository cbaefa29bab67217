// What came back for one request.
import type { IncomingHttpHeaders } from 'node:http'

/** Why a body is not whole. */
export type Cut = 'too large' | 'too slow' | 'broken off' | 'not decoded'

export interface Answer {
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Decoded from its `Content-Encoding`; what came of it, where `cut` says so. */
  readonly body: Buffer
  readonly cut: Cut | null
  /** From the request to the whole answer, in milliseconds. */
  readonly tookMs: number
  /** When the answer's headers were there, in milliseconds since 1970. */
  readonly at: number
}

/** There was no answer. */
export interface NoAnswer {
  /** The end of a sentence that begins with the address: `refuses the connection`. */
  readonly why: string
  /** From the request to its end, in milliseconds. */
  readonly tookMs: number
}

export type RequestResult = Answer | NoAnswer

export function isAnswer(result: RequestResult): result is Answer {
  return 'status' in result
}

/** A header's value; `null` where there is none. */
export function headerOf({ headers }: Pick<Answer, 'headers'>, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
}

/** The media type without its parameters, in small letters; `''` where there is none. */
export function typeOf(answer: Pick<Answer, 'headers'>): string {
  return (headerOf(answer, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

export function isHtml(answer: Answer): boolean {
  return ['text/html', 'application/xhtml+xml'].includes(typeOf(answer))
}

/** The body as JSON; `undefined` where it is none. */
export function jsonOf({ body, cut }: Answer): unknown {
  if (cut) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The directives of Cache-Control, in small letters; a value stands behind its name. */
export function cachingOf(answer: Answer): ReadonlyMap<string, string> {
  const parts = (headerOf(answer, 'cache-control') ?? '').toLowerCase().split(',')
  return new Map(
    parts.flatMap((part) => {
      const [name = '', value = ''] = part.split('=').map((piece) => piece.trim())
      return name === '' ? [] : [[name, value.replaceAll('"', '')] as const]
    }),
  )
}
