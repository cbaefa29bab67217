// The control panel, as JSON and as pages: the state of a world, and commands that the real service does not have.
// commands.ts describes each command, for JSON and forms; object-kinds.ts each kind of objects, for lists and pages;
// panel-pages.ts has every page. No authentication: ../callers.ts keeps foreign web pages out.
import { type Context, Hono } from 'hono'
import { readJsonBody } from '../api/json-body.ts'
import { limitBody } from '../limit-body.ts'
import { refuseOtherMethods, toValidationErrors, validationProblem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { type Command, createCommands, idOf } from './commands.ts'
import { createControlForms } from './control-forms.ts'
import { createEventStream, type EventStreamOptions } from './event-stream.ts'
import { listPayments, objectKinds } from './object-kinds.ts'
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
  app.route('/', createControlForms(options, commands, kinds))
  return { app }
}

async function answer(c: Context, { hasFields, status, carryOut }: Command): Promise<Response> {
  const fields = hasFields ? (await readJsonBody(c)).value : undefined
  const result = carryOut(idOf(c), fields)
  if (!result.ok) throw validationProblem(toValidationErrors(result.issues))
  return status === 204 ? c.body(null, status) : c.json(result.answer, status)
}
