// "Every request carries the API key in the header X-API-Key." One key, all permissions: 403 cannot happen.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../problem.ts'

export function requireApiKey(apiKey: string): MiddlewareHandler {
  const expected = digest(apiKey)
  return async (c, next) => {
    const given = c.req.header('X-API-Key')
    if (given === undefined) throw new Problem(401, 'The X-API-Key header is missing.')
    if (!timingSafeEqual(digest(given), expected)) throw new Problem(401, 'The API key is not valid.')
    await next()
  }
}

/** Equal lengths, which `timingSafeEqual` demands. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
