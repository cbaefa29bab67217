import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from './problem.ts'

/**
 * The document lists no 413; a limit that a caller can read about is better than a cut connection. The connection ends with
 * the answer: what was not read of the body would swallow the next request (RFC 9112 §9.6).
 */
export function limitBody(kibibytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kibibytes * 1024,
    onError: () => {
      const headers = { Connection: 'close' }
      throw new Problem(413, `The body is larger than ${kibibytes} KiB.`, { headers })
    },
  })
}
