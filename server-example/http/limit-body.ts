import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HttpProblem } from './problems.ts'

/**
 * Answers 413 when a body is larger. One that tells its length is not read at all. One in chunks is read up to the limit;
 * the rest stays on the connection, where the next request of a proxy would wait behind it: so that one is closed (RFC 9112 §9.6).
 */
export function limitBody(kibibytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kibibytes * 1024,
    onError: (c) => {
      const headers = c.req.header('content-length') === undefined ? { connection: 'close' } : undefined
      throw new HttpProblem(413, `The body is larger than ${kibibytes} KiB.`, headers && { headers })
    },
  })
}
