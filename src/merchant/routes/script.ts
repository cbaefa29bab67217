import { type Context, Hono } from 'hono'
import { HttpProblem } from '../http/problems.ts'
import { type BuiltFile, createBuiltFiles } from './built-files.ts'
import { builtFolder } from './built-folder.ts'

const javascript = 'text/javascript; charset=utf-8'

/** Browsers revalidate each time and download only changes. So a shop gets a new version without editing its pages. */
const revalidate = 'no-cache'
/** The content under a name with a version never changes. */
const immutable = 'public, max-age=31536000, immutable'

/**
 * `GET /payin-checkout.js`, the same as `/payin-checkout-<version>.js`, and `GET /locales/:name`: the built widget and
 * its languages.
 * @param built the folder that `npm run build` writes; `null`: it was not found
 */
export function scriptRoutes(built = builtFolder()): Hono {
  const routes = new Hono()
  const files = createBuiltFiles(built)

  routes.get('/payin-checkout.js', async (c) => {
    const script = await files.read('payin-checkout.js')
    if (script) return respond(c, script, javascript, revalidate)
    return c.text(
      'The widget is not here. In its repository run `npm run build`, then load this page again. Where a bundler has left the package’s files behind, serve payin-checkout.js of the package yourself.',
      503,
      {
        'retry-after': '5',
      },
    )
  })

  routes.get('/:script{payin-checkout-[0-9][0-9A-Za-z.-]*\\.js}', async (c) => {
    const script = await files.read(c.req.param('script'))
    if (!script) throw new HttpProblem(404, 'There is no such version here.')
    return respond(c, script, javascript, immutable)
  })

  routes.get('/locales/:name', async (c) => {
    const name = c.req.param('name')
    // The whole name is matched, so that it cannot lead out of the folder.
    const messages = /^[A-Za-z0-9-]+\.json$/.test(name) ? await files.read(`locales/${name}`) : null
    if (!messages) throw new HttpProblem(404, 'There is no such language here.')
    return respond(c, messages, 'application/json', revalidate)
  })

  return routes
}

function respond(c: Context, { text, etag }: BuiltFile, type: string, caching: string): Response {
  // On pages of other origins, the `integrity` attribute needs CORS.
  const headers = {
    etag,
    'cache-control': caching,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, 'content-type': type })
}
