import type { Context } from 'hono'

/**
 * The origin of the caller's request. Links use it, so that a merchant who calls `localhost` gets links to `localhost`,
 * and one who calls `127.0.0.1` gets links to that.
 */
export function calledOrigin(c: Context): string {
  return new URL(c.req.url).origin
}
