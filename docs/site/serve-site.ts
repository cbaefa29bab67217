// The built site on this machine, as a static host serves it: for looking at it, and for its tests.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

export interface ServedSite {
  /** Address of its first page, with a slash at its end. */
  readonly url: string
  /** Closes the server and its connections. */
  close(): void
}

/**
 * Serves a folder on loopback.
 * @param folder of the built site, relative to the working directory
 * @param options `path`: where the site begins, such as `/a/b/`; `port`: 0 for a free one
 */
export async function serveSite(
  folder: string,
  options: { path: string; port: number },
): Promise<ServedSite> {
  const { path, port } = options
  const app = new Hono()
  const rewriteRequestPath = (asked: string) => asked.slice(path.length - 1)
  app.use(`${path}*`, serveStatic({ root: folder, rewriteRequestPath }))
  const server = createServer(getRequestListener(app.fetch))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
