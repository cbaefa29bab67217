// Sends one request with limits of time, body size and header size, to allowed origins only. Follows no redirect and reuses no
// connection.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { within } from '../../ask.ts'
import { whyNoAnswer } from '../../why-no-answer.ts'
import type { Cut, RequestResult } from './answer.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Time limit of request and answer, in milliseconds. */
  readonly timeLimitMs?: number
  /** Sends the merchant's own headers to no address: the payment service has none of them. */
  readonly isByService?: true
}

export interface SendOptions {
  readonly userAgent: string
  /** Aborts the request in flight and all later ones. */
  readonly ended: AbortSignal
  readonly timeLimitMs: number
  /** Size limit of the decoded body. */
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
    const { timeLimitMs = options.timeLimitMs } = requestOptions
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
      const read = await readBody(message, options.maxBytes)
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

interface ReadBody {
  readonly body: Buffer
  readonly cut: Cut | null
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

class TooLarge extends Error {}

/** Reads the body. After an error it returns the part that was read. It never throws. */
export async function readBody(message: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const chunks: Buffer[] = []
  let bytes = 0
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.subarray(0, maxBytes - bytes))
      bytes = Math.min(maxBytes, bytes + chunk.length)
      done(bytes < maxBytes ? null : new TooLarge())
    },
  })
  let cut: Cut | null = null
  try {
    const steps = decodersOf(message.headers['content-encoding'])
    if (steps === null) return { body: Buffer.alloc(0), cut: 'not decoded' }
    await pipeline([message, ...steps, collector])
  } catch (error) {
    cut = error instanceof TooLarge ? 'too large' : isZlib(error) ? 'not decoded' : 'broken off'
  }
  return { body: Buffer.concat(chunks), cut }
}

/** The decoders in the order of decoding; `null` if one is unknown or there are too many. */
function decodersOf(encoding = ''): Transform[] | null {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
  const makers = names.map((name) => decoders[name])
  if (makers.length > 2 || makers.includes(undefined)) return null
  return makers.flatMap((make) => (make ? [make()] : []))
}

const isZlib = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(String(error.code))

/** What was not asked, by origin: `POST /checkout/sessions`. */
export type NotAsked = ReadonlyMap<string, ReadonlySet<string>>

/** Sends to these origins only. Any other request is noted, and gets no answer. */
export function onlyTo(origins: ReadonlySet<string>, send: SendRequest) {
  const notAsked = new Map<string, Set<string>>()
  const gated: SendRequest = (url, options = {}) => {
    if (origins.has(url.origin)) return send(url, options)
    const requests = notAsked.get(url.origin) ?? new Set()
    notAsked.set(url.origin, requests.add(`${options.method ?? 'GET'} ${url.pathname}`))
    return Promise.resolve({ why: 'was not asked', tookMs: 0, isNotAsked: true })
  }
  return { send: gated, notAsked: notAsked as NotAsked }
}
