// The answer to one request, or the reason why there is none.
import type { IncomingHttpHeaders } from 'node:http'
import { parseJson } from '../../parse-json.ts'
import { displayText } from '../display.ts'

export type Cut = 'too large' | 'too slow' | 'broken off' | 'not decoded'

export interface Answer {
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Decoded from its `Content-Encoding`. Incomplete if `cut` is set. */
  readonly body: Buffer
  readonly cut: Cut | null
  /** Time from the request to the end of the answer, in milliseconds. */
  readonly tookMs: number
  /** When the headers arrived, in milliseconds since 1970. */
  readonly at: number
}

export interface NoAnswer {
  /** The rest of a sentence that begins with the address: `refuses the connection`. */
  readonly why: string
  /** Time from the request to the failure, in milliseconds. */
  readonly tookMs: number
  /** The page names the address, and the merchant did not allow its origin. `origin-not-asked` reports it. */
  readonly isNotAsked?: true
}

export type RequestResult = Answer | NoAnswer

export function isAnswer(result: RequestResult): result is Answer {
  return 'status' in result
}

/** Whether the request was not sent, because its origin is not allowed. */
export function isNotAsked(result: RequestResult): boolean {
  return 'isNotAsked' in result
}

/** Whether it leads to another address. */
export const isRedirect = ({ status }: Pick<Answer, 'status'>): boolean => status >= 300 && status < 400

export function headerOf({ headers }: Pick<Answer, 'headers'>, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
}

/** A header for a message: `Cache-Control: no-cache`, or `no Cache-Control`. */
export function headerLine(answer: Pick<Answer, 'headers'>, name: string): string {
  const written = headerOf(answer, name)
  return written === null ? `no ${name}` : `${name}: ${displayText(written)}`
}

/** Whether the answer allows pages of this origin to read it (CORS). */
export function allowsOrigin(answer: Answer, { origin }: URL): boolean {
  return answer.url.origin === origin || ['*', origin].includes(headerOf(answer, corsHeader) ?? '')
}

export const corsHeader = 'Access-Control-Allow-Origin'

/** The media type in lower case without parameters, or `''`. */
export function typeOf(answer: Pick<Answer, 'headers'>): string {
  return policyValue(answer, 'content-type')
}

export function isHtml(answer: Answer): boolean {
  return ['text/html', 'application/xhtml+xml'].includes(typeOf(answer))
}

/** The body as JSON; `undefined` if it is not JSON. */
export function jsonOf({ body, cut }: Answer): unknown {
  return cut ? undefined : parseJson(body.toString('utf8'))
}

export function cachingOf(answer: Answer): ReadonlyMap<string, string> {
  const parts = (headerOf(answer, 'cache-control') ?? '').toLowerCase().split(',')
  return new Map(
    parts.flatMap((part) => {
      const [name = '', value = ''] = part.split('=').map((piece) => piece.trim())
      return name === '' ? [] : [[name, value.replaceAll('"', '')] as const]
    }),
  )
}

/** Whether Cache-Control lets caches store the answer for a time. */
export function mayBeKept(answer: Answer): boolean {
  const caching = cachingOf(answer)
  return caching.has('public') || ['max-age', 's-maxage'].some((name) => Number(caching.get(name) ?? 0) > 0)
}

/** The value of a header in lower case, without parameters such as `report-to`; `''` without the header. */
export function policyValue(answer: Pick<Answer, 'headers'>, name: string): string {
  return (headerOf(answer, name) ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
