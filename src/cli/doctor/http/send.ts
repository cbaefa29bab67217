// Sends one request with limits of time, body size and header size. Follows no redirect and reuses no connection.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { within } from '../../time-limit.ts'
import { whyNoAnswer } from '../../why-no-answer.ts'
import type { Cut, RequestResult } from './answer.ts'
import { readBody } from './read-body.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Time limit of request and answer, in milliseconds. */
  readonly timeLimitMs?: number
  /** Size limit of the decoded body. */
  readonly maxBytes?: number
  /** Sends the merchant's own headers to no address: the payment service has none of them. */
  readonly isByService?: true
}

export interface SendOptions {
  readonly userAgent: string
  /** Aborts the request in flight and all later ones. */
  readonly ended: AbortSignal
  readonly timeLimitMs: number
  readonly maxBytes: number
  readonly now: () => number
  /** The merchant's own headers, such as a cookie, and the only origin that gets them. */
  readonly own?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> }
}

export type SendRequest = (url: URL, requestOptions?: RequestOptions) => Promise<RequestResult>

/** Node's default. It is set here because a message names it. */
const maxHeaderSize = 16_384

/**
 * Makes the function that sends requests. It throws only when `ended` is aborted; every other failure is a result.
 * It sends a name and password in the address as Basic authentication.
 */
export function createSend(options: SendOptions): SendRequest {
  const { userAgent, ended, now } = options
  return async (url, requestOptions = {}) => {
    ended.throwIfAborted()
    const { method = 'GET', headers, body, isByService = false } = requestOptions
    const { timeLimitMs = options.timeLimitMs, maxBytes = options.maxBytes } = requestOptions
    const beganAt = now()
    const isLate = () => limit?.aborted === true && !ended.aborted
    let limit: AbortSignal | undefined
    let request: ClientRequest | undefined
    const exchange = async (signal: AbortSignal) => {
      limit = signal
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
          method,
          // A new connection for each request, so that none stays open when the command ends.
          agent: false,
          maxHeaderSize,
          signal,
          headers: {
            'user-agent': userAgent,
            accept: '*/*',
            'accept-encoding': 'gzip, br',
            ...(url.origin === options.own?.origin && !isByService && options.own.headers),
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        })
        request.once('response', resolve)
        // Keep this listener: the request is destroyed below, and a late error must not crash the process.
        request.on('error', reject)
        request.end(body)
      })
      const at = now()
      const read = await readBody(message, maxBytes)
      ended.throwIfAborted()
      const cut: Cut | null = read.cut !== null && isLate() ? 'too slow' : read.cut
      return {
        url,
        status: message.statusCode ?? 0,
        headers: message.headers,
        body: read.body,
        cut,
        tookMs: now() - beganAt,
        at,
      }
    }
    try {
      return await within(timeLimitMs, ended, exchange)
    } catch (error) {
      ended.throwIfAborted()
      const why = isLate()
        ? `does not answer within ${Math.round(timeLimitMs / 1000)} seconds`
        : reasonFor(error)
      return { why, tookMs: now() - beganAt }
    } finally {
      request?.destroy()
    }
  }
}

function reasonFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return whyNoAnswer(code) ?? (code === '' ? 'cannot be reached' : `cannot be reached (${code})`)
}
