// Request → Response. Every route is listed here, and everything thrown becomes a problem in one catch.
import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler, type NotFoundHandler } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { routePath } from 'hono/route'
import { getPath } from 'hono/utils/url'
import { ServiceError } from '../server/index.ts'
import { DomainError } from './errors/domain-error.ts'
import { isSuccessfulRead } from './events.ts'
import { answerOf } from './http/answers.ts'
import { answerWithinDeadline } from './http/deadline.ts'
import { createDeferredAnswers } from './http/deferred-answers.ts'
import { createKnownPaths } from './http/known-paths.ts'
import { createLimits } from './http/limits.ts'
import { HttpProblem } from './http/problems.ts'
import { type AnswerHeaders, securityHeaders } from './http/security-headers.ts'
import { errorFields, inRequest } from './log.ts'
import type { Merchant } from './merchant.ts'
import type { GivenLimits } from './request-limits.ts'
import { backofficeRoutes } from './routes/backoffice.ts'
import { bankRoutes } from './routes/banks.ts'
import { instrumentRoutes } from './routes/instruments.ts'
import { type GuardedMetrics, monitoringRoutes } from './routes/monitoring.ts'
import { returnPageRoutes } from './routes/return-page.ts'
import { scriptRoutes } from './routes/script.ts'
import { type DeferredReads, sessionRoutes } from './routes/sessions.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import type { Settings } from './settings/settings.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from './store/database-errors.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The request's id: the shopper has it as `x-request-id`, the log in every line. */
    request: string
    /** The headers that its answer has, whatever is answered. */
    headers: AnswerHeaders
  }
}

/**
 * Adds pages to the app: a shop's own, for example. Each sets a `content-security-policy`; without one, it is answered
 * under a policy that lets a page load nothing.
 */
export type Mount = (app: Hono, merchant: Merchant) => void

export interface AppOptions extends GivenLimits {
  readonly mount?: Mount | undefined
  /** `null`: there is no `/metrics`. */
  readonly guardedMetrics?: GuardedMetrics | null
  /** Asks whether the database answers; by a query like all others, unless the database has a better way. */
  readonly health?: () => Promise<unknown>
}

/** The merchant server as a function from request to response; runs without a port in tests. */
export function createApp(merchant: Merchant, options: AppOptions = {}): Hono {
  const { mount, guardedMetrics: watched = null, health = () => merchant.db.query('select 1') } = options
  const limits = createLimits(merchant, options)
  const later: DeferredReads = createDeferredAnswers()
  const app = new Hono(underBasePath(merchant.config.basePath))
  app.fetch = later.around(app.fetch)
  app.onError((error, c) => answerError(merchant, error, c))
  app.notFound(answerNotFound(app))
  app.use(aroundEachRequest(merchant, later))
  app.use('/checkout/*', allowCors(merchant))
  app.use(answerWithinDeadline(merchant))
  app.route('/checkout', sessionRoutes(merchant, limits, later))
  app.route('/checkout', bankRoutes(merchant, limits))
  app.route('/checkout', instrumentRoutes(merchant, limits))
  app.route('/checkout', returnPageRoutes(merchant, limits))
  app.route('/webhooks', webhookRoutes(merchant, limits))
  app.route('/backoffice', backofficeRoutes(merchant))
  app.route('/', scriptRoutes())
  app.route('/', monitoringRoutes(merchant, watched, health))
  mount?.(app, merchant)
  return app
}

/**
 * What is answered where no route fits: 405 where one would, by another method. Asked here and not around all routes, since
 * the middleware of the framework would otherwise be awaited by every request.
 */
function answerNotFound(app: Hono): NotFoundHandler {
  const askWithAnotherMethod = methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      new HttpProblem(405, `Only ${methods.join(', ')} can be asked for at this address.`, {
        headers: { allow: methods.join(', ') },
      }).toResponse(c),
  })
  return async (c) => {
    await askWithAnotherMethod(c, async () => {
      c.res = new HttpProblem(404, 'There is nothing at this address.').toResponse(c)
    })
    return c.res
  }
}

/** Makes the function that tells whether a path is one of the app's, by any method. */
export function createHandles(app: Hono, { basePath }: Settings): (path: string) => boolean {
  const isKnown = createKnownPaths(app)
  return (path) => path.startsWith(`${basePath}/`) && isKnown(path.slice(basePath.length))
}

/** How routes are found where requests arrive with a path in front: by the rest. What lies beside it is nobody's here. */
function underBasePath(basePath: string): { getPath?: (request: Request) => string } {
  if (basePath === '') return {}
  return {
    getPath(request) {
      const path = getPath(request)
      return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '/nowhere'
    },
  }
}

/** No page that a shop mounts has such an address: this route is asked first. */
const sessionReadPath = /^\/checkout\/sessions\/[^/]+$/

/** Around every request: its id, the headers that all answers have, its line in the log, what is measured of it. */
function aroundEachRequest(
  { config, log, measure, wakeups }: Merchant,
  later: DeferredReads,
): MiddlewareHandler {
  const headersOf = securityHeaders(config)
  return async (c, next) => {
    const held = later.of(c.req.raw)
    const beganAt = held?.since ?? performance.now()
    const request = randomUUID()
    const { method } = c.req
    const headers = headersOf()
    headers['x-request-id'] = request
    c.set('request', request)
    c.set('headers', headers)
    // Reads of sessions are most of the traffic. They put these headers onto their answer themselves, and say what they say
    // in the line below and in `answerError`.
    if (method === 'GET' && sessionReadPath.test(c.req.path)) await next()
    else {
      // Before the answer is made, not after: a header that is put onto a finished Response costs another Response.
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      // The route's pattern, never the URL: it holds ids.
      measure?.('request_begun', { request, method, route: routePath(c, -1) })
      await inRequest(request, next)
    }
    // Nobody is sent this answer: what is counted is the one that comes later.
    if (!held && later.of(c.req.raw)) return
    // A server that goes down sends its clients elsewhere, those too that it held.
    if (wakeups.ended) c.header('connection', 'close')
    const { status } = c.res
    const tell = isSuccessfulRead(method, status) ? measure : log
    if (!tell) return
    const ms = Math.round(performance.now() - beganAt)
    tell('request', { request, route: routePath(c, -1), method, status, ms })
  }
}

/** The pages of ALLOWED_ORIGINS may use the endpoint. */
function allowCors({ config }: Merchant): MiddlewareHandler {
  const allowed = cors({
    origin: (origin) => (config.allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'Idempotency-Key', 'If-None-Match', 'Prefer'],
    exposeHeaders: ['Date', 'ETag', 'Preference-Applied', 'Retry-After'],
    maxAge: 600,
  })
  return (c, next) => {
    if (c.req.header('origin') !== undefined) return allowed(c, next)
    c.header('vary', 'Origin')
    return next()
  }
}

function answerError({ log }: Merchant, error: unknown, c: Context): Response {
  if (isRequestAborted(error)) return new HttpProblem(408, 'The request did not come in whole.').toResponse(c)
  const event = eventOf(error)
  if (event !== null) {
    const fields = { ...errorFields(error), request: c.get('request'), route: routePath(c, -1) }
    log(event, error instanceof ServiceError ? { ...fields, kind: error.kind } : fields)
  }
  const answer = answerOf(error) ?? new HttpProblem(500, unexpectedMessage)
  return answer.toResponse(c)
}

const unexpectedMessage = 'Something went wrong here. Nothing was paid twice; try again.'

/** What the log calls an error; `null`: it is the asker's own, and the line of the request says enough. */
function eventOf(error: unknown): string | null {
  if (error instanceof HttpProblem || error instanceof DomainError) return null
  if (error instanceof ServiceError) return 'service_failed'
  if (isDatabaseUnavailable(error)) return 'database_away'
  return isDatabaseBusy(error) ? 'database_busy' : 'failed'
}

/** The client went away, or was too slow, while its body was read: what Node says then. No fault of this server. */
const isRequestAborted = (error: unknown) =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
