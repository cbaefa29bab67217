// The control panel, as JSON and as pages: the state of a world, and commands that the real service does not have.
// commands.ts describes each command, for JSON and forms; object-kinds.ts each kind of objects, for lists and pages;
// panel-pages.ts has every page. No authentication: ../callers.ts keeps foreign web pages out.
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { readJsonBody } from '../api/json-body.ts'
import { serveFile } from '../files.ts'
import { limitBody } from '../limit-body.ts'
import { Problem, refuseOtherMethods, toValidationErrors, validationProblem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { mountCommandForms } from './command-forms.ts'
import { type Command, type Commands, createCommands, idOf } from './commands.ts'
import { panelHeaders } from './control-page.ts'
import { createEventStream, type EventStreamOptions } from './event-stream.ts'
import { listPayments, type ObjectKind, objectKinds } from './object-kinds.ts'
import { createPanelPages, type PanelApp, type PanelPages } from './panel-pages.ts'
import { type ControlOptions, showState } from './state.ts'

/** The routes of the panel for one world. */
export function createControl(options: ControlOptions & EventStreamOptions) {
  const commands = createCommands(options)
  const kinds = objectKinds(options.service, commands)
  const app = new Hono<SandboxEnv>()

  app.use('/sandbox/*', limitBody(16))
  app.get('/sandbox/state', (c) => c.json(showState(options)))
  app.get('/sandbox/payments', (c) => c.json(listPayments(kinds)))
  app.get('/sandbox/faults', (c) => c.json(options.faults.show()))
  app.route('/', createEventStream(options))
  for (const command of Object.values(commands)) {
    app.on(command.method, command.path, (c) => answer(c, command))
  }
  refuseOtherMethods(app)
  app.route('/', createPanel(options, commands, kinds))
  return { app }
}

/**
 * The pages with plain forms, without scripts: one address for each object. Forms post to /sandbox/panel/… and redirect with
 * 303 to their page; a wrong value shows the page again with an error at its field.
 */
function createPanel(options: ControlOptions, commands: Commands, kinds: readonly ObjectKind[]): PanelApp {
  const pages = createPanelPages(options, kinds)
  const app: PanelApp = new Hono()
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

async function answer(c: Context, { hasFields, status, carryOut }: Command): Promise<Response> {
  const fields = hasFields ? (await readJsonBody(c)).value : undefined
  const result = carryOut(idOf(c), fields)
  if (!result.ok) throw validationProblem(toValidationErrors(result.issues))
  return status === 204 ? c.body(null, status) : c.json(result.answer, status)
}
