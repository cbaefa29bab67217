// The merchant protocol (docs/protocol.md#the-merchant-protocol) with canned answers: one endpoint for each story. It creates and stores nothing.
import { type Context, Hono } from 'hono'
import { bankLogo, bankPage } from './banks.ts'
import { findStory } from './stories.ts'
import { type Answer, type CannedSession, type Story, sessionId } from './story.ts'

/** Waits until the client disconnects, or the server closes. */
export type Hold = (gone: AbortSignal) => Promise<void>

type StoryContext = Context<{ Variables: { story: Story } }>

/** `/endpoint/{story}` with the calls of the protocol, and the banks' logos. */
export function endpointRoutes(hold: Hold): Hono {
  const routes = new Hono()
  const endpoint = new Hono<{ Variables: { story: Story } }>()

  endpoint.use('/:story/*', async (c, next) => {
    const story = findStory(c.req.param('story'))
    if (!story) return c.json({ title: 'There is no such story.', status: 404 }, 404)
    c.set('story', story)
    c.header('cache-control', 'no-store')
    return next()
  })
  endpoint.post('/:story/sessions', (c) => answer(c, c.var.story.create ?? {}, 201))
  endpoint.get('/:story/sessions/:id', (c) => answer(c, c.var.story.read ?? c.var.story.create ?? {}, 200))
  endpoint.post('/:story/sessions/:id/link', (c) =>
    answer(c, c.var.story.link ?? c.var.story.create ?? {}, 200),
  )
  endpoint.get('/:story/banks', async (c) => {
    if (c.var.story.banks === 'never') return answer(c, 'never', 200)
    return c.json(bankPage(Number(c.req.query('page')) || 1, Number(c.req.query('page_size')) || 20))
  })
  endpoint.get('/:story/instruments', (c) => {
    const content = (c.var.story.accounts ?? []).map((iban, at) => ({ id: `instrument-${at}`, iban }))
    return c.json({ content })
  })

  async function answer(c: StoryContext, canned: Answer, status: 200 | 201): Promise<Response> {
    if (canned === 'html') return c.html('<!doctype html><title>Sign in</title>')
    if (canned === 'never') {
      await hold(c.req.raw.signal)
      return c.json({ title: 'You have waited long enough.', status: 503 }, 503)
    }
    if (!('problem' in canned)) return c.json(sessionOf(c.var.story, canned, c.req.url), status)
    const { problem, detail, retryAfter, type = 'about:blank', pointer, amount } = canned
    if (retryAfter) c.header('retry-after', String(retryAfter))
    const errors = pointer ? [{ pointer, detail }] : []
    return c.json({ type, title: 'Refused', status: problem, detail, errors, amount }, problem)
  }

  routes.route('/endpoint', endpoint)
  routes.get('/logos/:logo{[0-9]+[.]svg}', (c) => {
    const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' }
    return c.body(bankLogo(Number.parseInt(c.req.param('logo'), 10)), 200, headers)
  })
  return routes
}

const kindOfTag = { 'payout-claim': 'payout', 'payin-checkout': 'payin', 'payin-return': 'payin' } as const
// Never opened, because the gallery's page has no real windows.
const hostedPage = 'https://pay.tidewell.example/pay/9Zr4uJk2qLw7'

/** @param base resolves a `redirect_url` that leads back here */
function sessionOf(story: Story, canned: CannedSession, base: string) {
  const { expiresInMs, redirect_url = hostedPage, ...fields } = canned
  return {
    id: sessionId(story.name),
    kind: story.attributes.kind ?? kindOfTag[story.tag],
    status: 'CREATED',
    amount: { value: '49.90', currency: 'EUR' },
    reference: story.attributes.order ?? 'A-1001',
    redirect_url: redirect_url?.startsWith('/') ? new URL(redirect_url, base).href : redirect_url,
    expires_at: expiresInMs === undefined ? null : new Date(Date.now() + expiresInMs).toISOString(),
    ...fields,
  }
}
