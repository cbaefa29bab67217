// "Every request carries the API key in the header X-API-Key." 401 without a valid one, 403 with one that may not.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../problem.ts'

/** What a merchant's second key may be called, to meet 403: the same key with this ending may only read. */
const readOnlyEnding = '_read_only'

export function requireApiKey(apiKey: string): MiddlewareHandler {
  const all = digest(apiKey)
  const readOnly = digest(`${apiKey}${readOnlyEnding}`)
  return async (c, next) => {
    const given = c.req.header('X-API-Key')
    if (given === undefined) throw new Problem(401, 'The X-API-Key header is missing.')
    const isReadOnly = timingSafeEqual(digest(given), readOnly)
    if (!isReadOnly && !timingSafeEqual(digest(given), all))
      throw new Problem(401, 'The API key is not valid.')
    if (isReadOnly && !['GET', 'HEAD'].includes(c.req.method)) {
      throw new Problem(403, 'This API key may only read.')
    }
    await next()
  }
}

/** Equal lengths, which `timingSafeEqual` demands. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
