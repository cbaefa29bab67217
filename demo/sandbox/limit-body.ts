import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from './problem.ts'

/**
 * The document lists no 413; a limit that a caller can read about is better than a cut connection. Only a body without a
 * length ends it: the rest of it is never read, and the next request would wait behind it (RFC 9112 §9.6).
 */
export function limitBody(kibibytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kibibytes * 1024,
    onError: (c) => {
      const headers = c.req.header('content-length') === undefined ? { Connection: 'close' } : undefined
      throw new Problem(413, `The body is larger than ${kibibytes} KiB.`, headers && { headers })
    },
  })
}
