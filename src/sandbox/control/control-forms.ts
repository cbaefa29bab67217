// The control panel as pages with plain forms, without scripts: one address for each object. Forms post to
// /sandbox/panel/… and redirect with 303 to their page; a wrong value shows the page again with an error at its field.
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { serveFile } from '../files.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { mountCommandForms } from './command-forms.ts'
import type { Commands } from './commands.ts'
import { panelHeaders } from './control-page.ts'
import type { ObjectKind } from './object-kinds.ts'
import { createPanelPages, type PanelApp, type PanelPages } from './panel-pages.ts'
import type { ControlOptions } from './state.ts'

/** The pages of the panel, their forms and their files. */
export function createControlForms(
  options: ControlOptions,
  commands: Commands,
  kinds: readonly ObjectKind[],
) {
  const pages = createPanelPages(options, kinds)
  const app = new Hono<SandboxEnv>()

  // Set the headers first, so that a refusal has them too.
  app.use('/sandbox/panel/*', panelHeaders)
  app.onError((error, c) => showFailure(pages, error, c))
  servePages(app, pages)
  app.get('/sandbox/styles.css', () => serveFile('control/styles.css', 'text/css; charset=utf-8'))
  mountCommandForms(app, pages, kinds, commands)
  // GET to an address that only accepts forms.
  app.get('/sandbox/panel/*', (c) => c.redirect('/sandbox', 303))
  return app
}

function servePages(app: PanelApp, pages: PanelPages) {
  app.get('/', panelHeaders, (c) => pages.overview(c))
  app.get('/sandbox', panelHeaders, (c) => pages.overview(c))
  for (const section of pages.sections) {
    app.get(section.path, panelHeaders, (c) => pages.list(c, section))
    if (section.showItem) app.get(`${section.path}/:id`, panelHeaders, (c) => pages.item(c, section.path))
  }
  app.get('/sandbox/panel/faults', (c) => pages.faults(c))
  app.get('/sandbox/panel/reset', (c) => pages.reset(c))
}

/** Shows a refusal as a page. Throws unexpected errors on to answer-failure.ts. */
function showFailure(pages: PanelPages, error: Error, c: Context) {
  if (!(error instanceof Problem)) throw error
  const status = error.status === 404 ? 404 : 400
  const title = { 400: 'Not accepted', 404: 'Not found' }[status]
  const main = html`<h1>${title}</h1><p>${error.message}</p><p><a href="/sandbox">To the overview</a></p>`
  return pages.show(c, { title, place: '/sandbox', main, address: '/sandbox' }, status)
}
