import type { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Creates a function that returns whether an app has a route for a path, with any method. Middleware for all routes, such
 * as the log, does not count.
 */
export function createKnownPaths(app: Pick<Hono, 'routes'>): (path: string) => boolean {
  const router = new TrieRouter<true>()
  for (const { method, path } of app.routes) if (method !== 'ALL') router.add('ALL', path, true)
  return (path) => router.match('ALL', path)[0].length > 0
}
