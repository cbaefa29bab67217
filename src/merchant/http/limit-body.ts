import type { MiddlewareHandler } from 'hono'
import { HttpProblem } from './problems.ts'

/**
 * Answers 413 when a body is larger. What was not read of it stays on the connection, where the next request of a proxy
 * would wait behind it and be lost: so the connection ends with the answer (RFC 9112 §9.6).
 *
 * By hand: the router's own limit makes a copy of the request with the global `Request`, which takes only requests of its
 * own kind. Within somebody else's server ours is of another kind, and each body without a length would end in a 500.
 */
export function limitBody(kibibytes: number): MiddlewareHandler {
  const mostBytes = kibibytes * 1024
  const tooLarge = () =>
    new HttpProblem(413, `The body is larger than ${kibibytes} KiB.`, { headers: { connection: 'close' } })

  return async (c, next) => {
    const { raw } = c.req
    const length = raw.headers.get('content-length')
    // RFC 9112 §6.3: where both stand, the length means nothing.
    if (length !== null && !raw.headers.has('transfer-encoding')) {
      if (Number(length) > mostBytes) throw tooLarge()
    } else if (raw.body !== null) {
      const body = await readAtMost(raw.body, mostBytes)
      if (body === null) throw tooLarge()
      c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body })
    }
    await next()
  }
}

/** All of a body; `null` when it is larger. */
async function readAtMost(
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let count = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, count)
    count += value.length
    if (count > mostBytes) return null
    chunks.push(value)
  }
}

function joined(chunks: readonly Uint8Array[], count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
