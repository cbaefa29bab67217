import type { Context } from 'hono'

/** False for HEAD requests and prefetches. */
export function isOpenedByPerson(c: Context): boolean {
  return c.req.method === 'GET' && !/prefetch/.test(c.req.header('Sec-Purpose') ?? '')
}
