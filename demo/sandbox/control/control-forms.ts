// The control panel as pages with plain forms, without scripts: one address for each object. Forms post to
// /sandbox/panel/… and redirect with 303 to their page; a wrong value shows the page again with an error at its field.
// Posts must come from these pages (`csrf`), because another web page in the same browser can reach loopback too.
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { fileOf } from '../files.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import type { Actions, ControlOptions } from './actions.ts'
import { mountClockForms, mountObjectForms } from './command-forms.ts'
import { markFile, panelHeaders } from './control-page.ts'
import { mountFaultForms } from './fault-forms.ts'
import { transactionKinds } from './legacy-objects.ts'
import type { ObjectKind } from './object-kind.ts'
import { createPanelPages, type PanelApp, type PanelPages } from './panel-pages.ts'
import { payinKind, payoutKind } from './v2-objects.ts'

export function createControlForms(options: ControlOptions, actions: Actions) {
  const { service } = options
  const kinds = [
    payinKind(service, actions),
    payoutKind(service, actions),
    ...transactionKinds(service, actions),
  ]
  const pages = createPanelPages(options, kinds)
  const app = new Hono<SandboxEnv>()

  // Set the headers first, so that a refusal has them too.
  app.use('/sandbox/panel/*', panelHeaders, csrf())
  app.onError((error, c) => showFailure(pages, error, c))
  servePages(app, pages, kinds)
  serveFiles(app)
  mountObjectForms(app, pages, kinds, actions)
  mountClockForms(app, pages, actions)
  mountFaultForms(app, pages, actions)
  // GET to an address that only accepts forms.
  app.get('/sandbox/panel/*', (c) => c.redirect('/sandbox', 303))
  return app
}

function servePages(app: PanelApp, pages: PanelPages, kinds: readonly ObjectKind[]) {
  app.get('/', panelHeaders, (c) => pages.overview(c))
  app.get('/sandbox', panelHeaders, (c) => pages.overview(c))
  for (const kind of kinds) {
    app.get(kind.path, panelHeaders, (c) => pages.objects(c, kind))
    app.get(`${kind.path}/:id`, panelHeaders, (c) => pages.object(c, kind, idOf(c)))
  }
  app.get('/sandbox/payers', panelHeaders, pages.payers)
  app.get('/sandbox/payers/:email', panelHeaders, (c) => pages.payer(c, c.req.param('email')))
  app.get('/sandbox/deliveries', panelHeaders, pages.deliveries)
  app.get('/sandbox/deliveries/:id', panelHeaders, (c) => pages.delivery(c, idOf(c)))
  app.get('/sandbox/calls', panelHeaders, pages.calls)
  app.get('/sandbox/panel/faults', (c) => pages.faults(c))
  app.get('/sandbox/panel/reset', (c) => pages.reset(c))
}

function serveFiles(app: PanelApp) {
  app.get('/sandbox/styles.css', async (c) => {
    // Read for each request, so that an edit shows without a restart.
    const text = await readFile(fileOf('control/styles.css'), 'utf8')
    return c.body(text, 200, fileHeaders('text/css; charset=utf-8'))
  })
  app.get('/sandbox/mark.svg', (c) => c.body(markFile, 200, fileHeaders('image/svg+xml')))
}

function fileHeaders(type: string) {
  return { 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }
}

function idOf(c: Context): string {
  return (c.req.param('id') ?? '').toLowerCase()
}

/** Shows a refusal as a page. Throws unexpected errors on to answer-failure.ts. */
function showFailure(pages: PanelPages, error: Error, c: Context) {
  const isStranger = error instanceof HTTPException && error.status === 403
  if (!isStranger && !(error instanceof Problem)) throw error
  const status = isStranger ? 403 : error.status === 404 ? 404 : 400
  const title = { 400: 'Not accepted', 403: 'Not allowed', 404: 'Not found' }[status]
  const text = isStranger
    ? 'This form was not sent from the control panel. Open the panel and use the form there.'
    : error.message
  const main = html`<h1>${title}</h1><p>${text}</p><p><a href="/sandbox">To the overview</a></p>`
  return pages.show(c, { title, place: '/sandbox', main, address: '/sandbox' }, status)
}
