// "Every request carries the API key in the header X-API-Key." 401 without a valid key, 403 for a key
// without the permission.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../problem.ts'

/** To try out 403: the merchant's key with one of these endings is valid, but has fewer permissions. */
export const readOnlyEnding = '_read_only'
export const noPermissionEnding = '_no_permission'

export function requireApiKey(apiKey: string): MiddlewareHandler {
  const all = digest(apiKey)
  const readOnly = digest(`${apiKey}${readOnlyEnding}`)
  const noPermission = digest(`${apiKey}${noPermissionEnding}`)
  return async (c, next) => {
    const given = c.req.header('X-API-Key')
    if (given === undefined) throw new Problem(401, 'The X-API-Key header is missing.')
    const is = (key: Buffer) => timingSafeEqual(digest(given), key)
    if (is(noPermission)) throw new Problem(403, 'This API key may do nothing.')
    if (is(readOnly)) {
      if (!['GET', 'HEAD'].includes(c.req.method)) throw new Problem(403, 'This API key may only read.')
    } else if (!is(all)) throw new Problem(401, 'The API key is not valid.')
    await next()
  }
}

/** `timingSafeEqual` needs buffers of equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
