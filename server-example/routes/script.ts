import { readFile, stat } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { hashOf } from '../create/capability.ts'
import { HttpProblem } from '../http/problems.ts'

const dist = new URL('../../dist/', import.meta.url)

/**
 * `GET /payin-checkout.js` and `GET /locales/:name`: the widget as it was built, and its languages beside it.
 * @param built the folder that `npm run build` writes
 */
export function scriptRoutes(built = dist): Hono {
  const routes = new Hono()
  const files = createBuiltFiles(built)

  routes.get('/payin-checkout.js', async (c) => {
    const script = await files.read('payin-checkout.js')
    if (script) return answer(c, script, 'text/javascript; charset=utf-8')
    return c.text('The widget is not built yet. Run `npm run build`, then load this page again.', 503, {
      'retry-after': '5',
    })
  })

  routes.get('/locales/:name', async (c) => {
    const name = c.req.param('name')
    // The whole name, so that none of it can lead out of the folder.
    const sentences = /^[A-Za-z0-9-]+\.json$/.test(name) ? await files.read(`locales/${name}`) : null
    if (!sentences) throw new HttpProblem(404, 'There is no such language here.')
    return answer(c, sentences, 'application/json')
  })

  return routes
}

interface BuiltFile {
  readonly changedMs: number
  readonly text: string
  readonly etag: string
}

/** The built files, kept in memory and read again when they change. */
function createBuiltFiles(folder: URL) {
  const kept = new Map<string, BuiltFile>()
  return {
    /** `null` when it is not there. */
    async read(path: string): Promise<BuiltFile | null> {
      const url = new URL(path, folder)
      const changedMs = await stat(url).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      if (changedMs === null) return null
      const known = kept.get(path)
      if (known?.changedMs === changedMs) return known
      const text = await readFile(url, 'utf8')
      const file = { changedMs, text, etag: `"${hashOf(text).slice(0, 32)}"` }
      kept.set(path, file)
      return file
    },
  }
}

function answer(c: Context, { text, etag }: BuiltFile, type: string): Response {
  // `no-cache`: ask each time, and load only when it changed. `integrity` needs CORS on other origins' pages.
  const headers = {
    etag,
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, 'content-type': type })
}
