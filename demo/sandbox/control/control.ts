// The control panel, as JSON and as pages: the state of a world, and commands that the real service does not have. No
// authentication: the sandbox holds nothing of value and listens on loopback by default. JSON commands need the content
// type application/json. A foreign web page cannot send it, because that needs a CORS preflight, which nothing here
// answers. The forms are in control-forms.ts and check their origin.
import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import { readJsonBody } from '../api/json-body.ts'
import { toValidationErrors } from '../json-pointer.ts'
import { limitBody } from '../limit-body.ts'
import { methodNotAllowed, validationProblem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { type ControlOptions, commandSchemas, createActions } from './actions.ts'
import { createControlForms } from './control-forms.ts'
import { createEventStream, type EventStreamOptions } from './event-stream.ts'
import { listPayments } from './payments.ts'

export function createControl(options: ControlOptions & EventStreamOptions) {
  const actions = createActions(options)
  const app = new Hono<SandboxEnv>()

  app.use('/sandbox/*', limitBody(16))
  app.get('/sandbox/state', (c) => c.json(actions.showState()))
  app.get('/sandbox/payments', (c) => c.json(listPayments(options.service, actions)))

  app.route('/', createEventStream(options))

  app.post('/sandbox/payins/:id/status', async (c) =>
    c.json(actions.movePayin(idOf(c), await readCommand(c, commandSchemas.payinStatus))),
  )
  app.post('/sandbox/payouts/:id/status', async (c) =>
    c.json(actions.movePayout(idOf(c), await readCommand(c, commandSchemas.payoutStatus))),
  )
  app.post('/sandbox/transactions/:id/status', async (c) =>
    c.json(actions.moveTransaction(idOf(c), await readCommand(c, commandSchemas.transactionStatus))),
  )
  app.post('/sandbox/deliveries/:id/resend', async (c) => c.json(actions.resend(idOf(c)), 202))
  app.post('/sandbox/clock', async (c) =>
    c.json(actions.moveClock(await readCommand(c, commandSchemas.clock))),
  )
  app.post('/sandbox/reset', async (c) => {
    actions.reset(await readCommand(c, commandSchemas.reset))
    return c.json(actions.showState())
  })

  app.get('/sandbox/faults', (c) => c.json(actions.showFaults()))
  app.post('/sandbox/faults', async (c) =>
    c.json(actions.addFault(await readCommand(c, commandSchemas.fault)), 201),
  )
  app.delete('/sandbox/faults', (c) => {
    actions.clearFaults()
    return c.body(null, 204)
  })
  app.delete('/sandbox/faults/:id', (c) => {
    actions.removeFault(Number(c.req.param('id')))
    return c.body(null, 204)
  })

  for (const [path, ...allowed] of jsonRoutes) {
    app.all(path, () => {
      throw methodNotAllowed(allowed)
    })
  }
  app.route('/', createControlForms(options, actions))
  return { app, actions }
}

const jsonRoutes = [
  ['/sandbox/state', 'GET', 'HEAD'],
  ['/sandbox/events', 'GET', 'HEAD'],
  ['/sandbox/payments', 'GET', 'HEAD'],
  ['/sandbox/payins/:id/status', 'POST'],
  ['/sandbox/payouts/:id/status', 'POST'],
  ['/sandbox/transactions/:id/status', 'POST'],
  ['/sandbox/deliveries/:id/resend', 'POST'],
  ['/sandbox/clock', 'POST'],
  ['/sandbox/reset', 'POST'],
  ['/sandbox/faults', 'GET', 'HEAD', 'POST', 'DELETE'],
  ['/sandbox/faults/:id', 'DELETE'],
] as const

function idOf(c: Context): string {
  return (c.req.param('id') ?? '').toLowerCase()
}

async function readCommand<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const { value } = await readJsonBody(c)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw validationProblem(toValidationErrors(parsed.error.issues))
}
