// Request → Response. Every route is listed here, and everything thrown becomes a problem in one catch.
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { routePath } from 'hono/route'
import { ServiceError } from 'payin-checkout/server'
import { comeAgain, fromServiceError, HttpProblem } from './http/problems.ts'
import { errorFields } from './log.ts'
import type { Merchant } from './merchant.ts'
import { backofficeRoutes } from './routes/backoffice.ts'
import { bankRoutes } from './routes/banks.ts'
import { instrumentRoutes } from './routes/instruments.ts'
import { returnPageRoutes } from './routes/return-page.ts'
import { scriptRoutes } from './routes/script.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { isDatabaseAway } from './store/database-away.ts'

/** Adds pages to the app: a shop's own, for example. */
export type Mount = (app: Hono, merchant: Merchant) => void

export interface AppOptions {
  readonly mount?: Mount
  /** Sessions that one address may start in a minute. */
  readonly createsPerMinute?: number
}

/** The merchant server as a function from request to response; runs without a port in tests. */
export function createApp(merchant: Merchant, { mount, createsPerMinute = 300 }: AppOptions = {}): Hono {
  const { config, log } = merchant
  const app = new Hono()
  app.onError((error, c) => answerError(merchant, error, c))
  app.notFound((c) => new HttpProblem(404, 'There is nothing at this address.').toResponse(c))
  app.use(async (c, next) => {
    const beganAt = performance.now()
    const request = randomUUID()
    // Before the answer is made, not after: a header that is put onto a finished Response halves the reads per second.
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    c.header('x-request-id', request)
    await next()
    const { status } = c.res
    // Reads that went well are most of the traffic and tell nothing. The route's pattern, never the URL: it holds ids.
    if (c.req.method === 'GET' && status < 400) return
    const ms = Math.round(performance.now() - beganAt)
    log('request', { request, method: c.req.method, route: routePath(c, -1), status, ms })
  })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        new HttpProblem(405, `Only ${methods.join(', ')} can be asked for at this address.`, {
          headers: { allow: methods.join(', ') },
        }).toResponse(c),
    }),
  )
  const allowOtherOrigins = cors({
    origin: (origin) => (config.allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'Idempotency-Key', 'If-None-Match', 'Prefer'],
    exposeHeaders: ['ETag', 'Preference-Applied', 'Retry-After'],
    maxAge: 600,
  })
  app.use('/checkout/*', async (c, next) => {
    if (c.req.header('origin') !== undefined) return allowOtherOrigins(c, next)
    c.header('vary', 'Origin')
    return next()
  })
  app.route('/checkout', sessionRoutes(merchant, createsPerMinute))
  app.route('/checkout', bankRoutes(merchant))
  app.route('/checkout', instrumentRoutes(merchant))
  app.route('/checkout', returnPageRoutes(merchant))
  app.route('/webhooks', webhookRoutes(merchant))
  app.route('/backoffice', backofficeRoutes(merchant))
  app.route('/', scriptRoutes())
  app.get('/healthz', async (c) => {
    await merchant.db.query('select 1')
    return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })
  mount?.(app, merchant)
  return app
}

function answerError(merchant: Merchant, error: unknown, c: Context): Response {
  if (error instanceof HttpProblem) return error.toResponse(c)
  const fields = { ...errorFields(error), route: routePath(c, -1) }
  if (error instanceof ServiceError) {
    merchant.log('service_failed', { ...fields, kind: error.kind })
    return fromServiceError(error).toResponse(c)
  }
  if (isDatabaseAway(error)) {
    merchant.log('database_away', fields)
    return comeAgain().toResponse(c)
  }
  merchant.log('failed', fields)
  return new HttpProblem(500, 'Something went wrong here. Nothing was paid twice; try again.').toResponse(c)
}
