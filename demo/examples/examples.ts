// Example pages: the checkout in React, Vue, Svelte and plain HTML, as a developer would write it. Built by
// scripts/build-examples.ts from the package in dist/, under the shop's own policy; the plain one needs no build.
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { setHeaders } from '../shop/document.ts'

const built = new URL('../../.cache/examples/', import.meta.url)
const dist = new URL('../../dist/', import.meta.url)
const own = new URL('./', import.meta.url)

/** The order in the pages' source; the query's order replaces it. */
const exampleOrder = 'A-1001'

/** Mounts the examples at `/examples/react` and so on; `?order=` selects another order than the first. */
export function mountExamples(app: Hono): void {
  app.get('/examples/:name{react|vue|svelte|plain}', async (c) => {
    const page = await readPage(c.req.param('name'), c.req.query('order') ?? '')
    setHeaders(c, 'no-store')
    if (page !== null) return c.html(page)
    c.header('Retry-After', '5')
    return c.text('The examples are being built. If they stay away, run `npm run build:examples`.', 503)
  })

  app.use('/examples/*', async (c, next) => {
    setHeaders(c, 'no-cache')
    await next()
  })
  const folder = (place: string, from: URL) =>
    app.get(
      `/examples${place}`,
      serveStatic({
        root: fileURLToPath(from),
        rewriteRequestPath: (path) => path.slice('/examples'.length),
      }),
    )
  folder('/assets/*', new URL('pages/', built))
  folder('/plain/*', own)
  folder('/examples.css', own)
}

/** A page's HTML for one order; `null` while it is not built. */
async function readPage(name: string, asked: string): Promise<string | null> {
  try {
    const path =
      name === 'plain' ? new URL('plain/index.html', own) : new URL(`pages/${name}/index.html`, built)
    // Ids are inserted into the page without escaping, so they may contain only these characters.
    const order = /^[A-Za-z0-9-]{1,36}$/.test(asked) ? asked : exampleOrder
    const html = (await readFile(path, 'utf8')).replaceAll(exampleOrder, order)
    if (name === 'react') return html.replace('<!--page-->', await renderReact(order))
    return name === 'plain' ? nameScript(html) : html
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** React's page, rendered here; the browser hydrates it. */
async function renderReact(order: string): Promise<() => string> {
  const module = new URL('server/server.js', built)
  // Node caches a module by its URL; a new build gets a new URL.
  const { mtimeMs } = await stat(module)
  const { renderPage } = (await import(`${module}?${mtimeMs}`)) as { renderPage(order: string): string }
  const page = renderPage(order)
  return () => page
}

/** Inserts version and hash of the script, which a merchant copies from integrity.json. */
async function nameScript(html: string): Promise<string> {
  const { version, files } = JSON.parse(await readFile(new URL('integrity.json', dist), 'utf8'))
  return html
    .replace('payin-checkout-&lt;version&gt;.js', `payin-checkout-${version}.js`)
    .replace('sha384-…', files[`payin-checkout-${version}.js`])
}
