import { readFile, stat } from 'node:fs/promises'
import { Hono } from 'hono'
import { hashOf } from '../capability.ts'

const built = new URL('../../dist/payin-checkout.js', import.meta.url)

/** `GET /payin-checkout.js`: the widget as it was built. Read again when the file changes. */
export function scriptRoutes(): Hono {
  const routes = new Hono()
  let kept: { changedMs: number; script: string; etag: string } | undefined
  routes.get('/payin-checkout.js', async (c) => {
    const changedMs = await stat(built).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (changedMs === null) {
      return c.text('The widget is not built yet. Run `npm run build`, then load this page again.', 503, {
        'retry-after': '5',
      })
    }
    if (kept?.changedMs !== changedMs) {
      const script = await readFile(built, 'utf8')
      kept = { changedMs, script, etag: `"${hashOf(script).slice(0, 32)}"` }
    }
    // `no-cache`: ask each time, and load only when it changed. Its `integrity` needs CORS on other origins' pages.
    const headers = { etag: kept.etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }
    if (c.req.header('if-none-match') === kept.etag) return c.body(null, 304, headers)
    return c.body(kept.script, 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
  })
  return routes
}
