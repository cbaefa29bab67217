// The sandbox's own side: what happened, for tests and people, and the levers that the real service does not
// have. No authentication: the sandbox holds nothing of value and listens on loopback unless told otherwise.
// The levers take JSON with its content type only, so a stray web page cannot pull them (that needs a
// preflight, which nothing here answers).
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { readJsonBody } from '../api/json-body.ts'
import { type Faults, faultOrder } from '../faults.ts'
import { pageHeaders } from '../hosted/document.ts'
import { serveFile } from '../hosted/files.ts'
import { toValidationErrors } from '../json-pointer.ts'
import { limitBody } from '../limit-body.ts'
import type { Payins } from '../payins.ts'
import { Problem, validationProblem } from '../problem.ts'
import type { RequestLog } from '../request-log.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { payinStatusDetails, payinStatuses } from '../transitions.ts'
import type { createWebhooks } from '../webhooks.ts'
import { renderInspectionPage } from './inspection-page.ts'

export type InspectionOptions = {
  payins: Payins
  webhooks: ReturnType<typeof createWebhooks>
  faults: Faults
  log: RequestLog
}

const statusOrder = z.strictObject({
  status: z.enum(payinStatuses),
  status_details: z.enum(payinStatusDetails).optional(),
})

export function createInspection({ payins, webhooks, faults, log }: InspectionOptions) {
  const inspection = new Hono<SandboxEnv>()
  const showState = () => ({ payins: payins.list(), deliveries: webhooks.deliveries, requests: log.requests })

  inspection.use('/', pageHeaders)
  inspection.use('/sandbox/*', pageHeaders)
  inspection.use('/sandbox/*', limitBody(16))

  inspection.get('/', (c) => c.html(renderInspectionPage(showState(), faults.show())))
  inspection.get('/sandbox', (c) => c.html(renderInspectionPage(showState(), faults.show())))
  inspection.get('/sandbox/styles.css', () => serveFile('inspect/styles.css', 'text/css; charset=utf-8'))
  inspection.get('/sandbox/state', (c) => c.json(showState()))

  inspection.post('/sandbox/payins/:id/status', async (c) => {
    const order = await readOrder(c, statusOrder)
    const payin = payins.moveByHand(c.req.param('id').toLowerCase(), order.status, order.status_details)
    if (!payin) throw new Problem(404, 'No payin has this id.')
    return c.json(payin)
  })

  inspection.get('/sandbox/faults', (c) => c.json(faults.show()))
  inspection.post('/sandbox/faults', async (c) => {
    faults.set(await readOrder(c, faultOrder))
    return c.json(faults.show())
  })
  return inspection
}

async function readOrder<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const { value } = await readJsonBody(c)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw validationProblem(toValidationErrors(parsed.error.issues))
}
