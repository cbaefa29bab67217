import type { MiddlewareHandler } from 'hono'
import { HttpProblem } from './problems.ts'

/**
 * Answers 413 when a body is too large, and closes the connection (RFC 9112 §9.6). Otherwise the unread rest of the body
 * would stay on the connection, and a proxy's next request on it would be lost.
 *
 * The middleware of the router is not used: it copies the request with the global `Request`, which accepts only its own
 * class. Inside a framework's server our request can be of another class, and each body without a length would be a 500.
 */
export function limitBody(kibibytes: number): MiddlewareHandler {
  const maxBytes = kibibytes * 1024
  const tooLarge = () =>
    new HttpProblem(413, `The body is larger than ${kibibytes} KiB.`, { headers: { connection: 'close' } })

  return async (c, next) => {
    const { raw } = c.req
    const length = raw.headers.get('content-length')
    // RFC 9112 §6.3: with Transfer-Encoding, Content-Length is ignored.
    if (length !== null && !raw.headers.has('transfer-encoding')) {
      if (Number(length) > maxBytes) throw tooLarge()
    } else if (raw.body !== null) {
      const body = await readAtMost(raw.body, maxBytes)
      if (body === null) throw tooLarge()
      c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body })
    }
    await next()
  }
}

/** Reads a whole body; `null` when it is larger. */
async function readAtMost(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let count = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    count += value.length
    if (count > maxBytes) return null
    chunks.push(value)
  }
}
