// A Chromium for benchmarks, and pages for it on loopback. No request leaves the machine, because no other name resolves.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright'
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.ts'

/** @throws {Error} when there is no Chromium on this machine */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('There is no Chromium. Install one, or set CHROMIUM_PATH to its program.')
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
  })
}

export interface BlankPage {
  readonly address: string
  close(): void
}

/**
 * Serves an empty page. It is isolated from other origins, because only such a page has a clock with steps of
 * 5 µs; others get steps of 100 µs.
 */
export async function serveBlankPage(): Promise<BlankPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end('<!doctype html><html lang="en"><title>Bench</title><body></body></html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
