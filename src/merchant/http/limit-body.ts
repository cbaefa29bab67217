import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HttpProblem } from './problems.ts'

/**
 * Answers 413 when a body is larger. What was not read of it stays on the connection, where the next request of a proxy
 * would wait behind it and be lost: so the connection ends with the answer (RFC 9112 §9.6).
 */
export function limitBody(kibibytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kibibytes * 1024,
    onError: () => {
      const headers = { connection: 'close' }
      throw new HttpProblem(413, `The body is larger than ${kibibytes} KiB.`, { headers })
    },
  })
}
