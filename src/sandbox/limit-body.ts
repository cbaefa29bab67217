import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from './problem.ts'

/**
 * Answers 413 to a larger body. The document lists no 413, but it tells a caller more than a cut connection. The
 * connection closes after the answer, or the unread rest of the body would be parsed as the next request (RFC 9112
 * §9.6).
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
