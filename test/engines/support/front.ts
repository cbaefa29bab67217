// A proxy in front of the merchant server, at the shop's public address. WebDriver cannot change responses, so this
// proxy changes headers and adds scripts to pages, as their address asks (`?with=`).
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { eventNames } from '../../../src/checkout/event-names.ts'

/** Changes to a page. */
export interface PageOverrides {
  /** Headers of the page; `null` removes one. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** A script of `pages/` that runs before the page's own. */
  readonly script?: string
  /** Language of the page. */
  readonly lang?: string
  /** Only the checkout on the page, so that another policy need not allow the demo shop's pictures and styles. */
  readonly bare?: true
}

export interface Front {
  /** Errors of the shop's pages and failed calls since the last call. */
  takeNoise(): string[]
  close(): Promise<void>
}

/** Starts the proxy. @param port of the proxy @param merchant port of the merchant server */
export async function startFront(port: number, merchant: number): Promise<Front> {
  let noise: string[] = []
  const server = createServer((incoming, answer) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://front')
    if (pathname === '/front/noise') {
      incoming.setEncoding('utf8').on('data', (text) => noise.push(text))
      return void answer.writeHead(204).end()
    }
    if (pathname.startsWith('/front/')) return void sendScript(pathname, answer)
    if (pathname === '/around') return void sendAround(searchParams, answer)
    forward(incoming, answer, merchant, (status) => {
      // A late logo is left out of the list, which is no error on a busy machine.
      if (status !== 404 || !/^\/checkout\/banks\/[\w-]+\/logo$/.test(pathname))
        noise.push(`${status} ${incoming.method} ${pathname}`)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    takeNoise() {
      const taken = noise
      noise = []
      return taken
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  port: number,
  refused: (status: number) => void,
): void {
  const { method, url: path, headers } = incoming
  const { 'accept-encoding': _, ...others } = headers
  const onward = request({ host: '127.0.0.1', port, method, path, headers: others }, async (response) => {
    const { statusCode = 502, headers } = response
    if (statusCode >= 400) refused(statusCode)
    if (!headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(statusCode, headers)
      return void response.pipe(answer)
    }
    const overrides: PageOverrides = JSON.parse(
      new URL(path ?? '/', 'http://front').searchParams.get('with') ?? '{}',
    )
    const { 'content-length': _, ...kept } = headers
    for (const [name, value] of Object.entries(overrides.headers ?? {})) {
      if (value === null) delete kept[name]
      else kept[name] = value
    }
    answer.writeHead(statusCode, kept)
    const html = (await response.setEncoding('utf8').toArray()).join('')
    answer.end(overridden(html, overrides))
  })
  onward.on('error', () => answer.destroy())
  // When the client aborts a held read, abort it at the merchant server too.
  answer.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

function overridden(html: string, { script, lang, bare }: PageOverrides): string {
  const more = script ? `<script src="/front/${script}.js" type="module"></script>` : ''
  return (bare ? bareShop(html) : html)
    .replace(/<head>|(?<=<html[^>]*>)(?!\s*<head>)/, `$&<script src="/front/listen.js"></script>${more}`)
    .replace(/<html lang="[^"]*"/, (tag) => (lang ? `<html lang="${lang}"` : tag))
}

function bareShop(html: string): string {
  const [checkout = '', order = ''] =
    /<payin-checkout [^>]*order="([^"]*)".*?<\/payin-checkout>/.exec(html) ?? []
  // The script comes after the element, as on a slow connection.
  return `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="/shop/assets/lantern.svg"></head>
    <body><main data-order="${order}">${checkout}</main><script src="/payin-checkout.js"></script></body></html>`
}

async function sendScript(pathname: string, answer: ServerResponse): Promise<void> {
  const code = await readFile(new URL(`pages/${pathname.slice('/front/'.length)}`, import.meta.url), 'utf8')
  const events = [...eventNames].map((name) => `payment-${name}`)
  answer.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
  answer.end(code.replaceAll('EVENTS', JSON.stringify(events)))
}

/** Small enough for every window: chromedriver misses its target in a frame of a scrolled page. */
function sendAround(asked: URLSearchParams, answer: ServerResponse): void {
  const shop = asked.get('shop') ?? ''
  const sandbox = asked.has('sandbox') ? `sandbox="${asked.get('sandbox')}"` : ''
  answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  answer.end(
    `<!doctype html><title>Around</title><link rel="icon" href="data:,"><iframe ${sandbox} src="${shop.replaceAll('&', '&amp;')}" width="700" height="360"></iframe>`,
  )
}
