// Request → Response. All routes are listed here, and one error handler turns every error into a problem (RFC 9457).
// Payments are not decided here: routes call the parts of merchant.ts.
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler, type NotFoundHandler } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { routePath } from 'hono/route'
import { isSuccessfulRead } from './events.ts'
import { answerOf } from './http/answers.ts'
import { isBodyConsumed, refuseConsumedBody } from './http/consumed-body.ts'
import { answerWithinDeadline } from './http/deadline.ts'
import { createDeferredAnswers } from './http/deferred-answers.ts'
import { createHostCheck, createSlashCheck } from './http/host-check.ts'
import { createKnownPaths } from './http/known-paths.ts'
import { createLimits } from './http/limits.ts'
import { HttpProblem, type Reason } from './http/problems.ts'
import { createReportError, type ReportError } from './http/report-error.ts'
import { createPathReader } from './http/request-path.ts'
import { type AnswerHeaders, securityHeaders } from './http/security-headers.ts'
import { createPaymentStarts } from './http/start-payment.ts'
import { inRequest } from './log.ts'
import type { Merchant } from './merchant.ts'
import type { GivenLimits } from './request-limits.ts'
import { backofficeRoutes } from './routes/backoffice.ts'
import { backofficePageRoutes } from './routes/backoffice-page.ts'
import { bankRoutes } from './routes/banks.ts'
import { instrumentRoutes } from './routes/instruments.ts'
import { type Metrics, monitoringRoutes } from './routes/monitoring.ts'
import { payPageRoutes } from './routes/pay-page.ts'
import { returnPageRoutes } from './routes/return-page.ts'
import { scriptRoutes } from './routes/script.ts'
import { type DeferredReads, sessionRoutes } from './routes/sessions.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { welcomePage } from './routes/welcome.ts'
import type { Settings } from './settings/settings.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The request's id. It is in the response as `x-request-id`, and in every log line of the request. */
    request: string
    /** Headers that every response to this request has. */
    headers: AnswerHeaders
    /** Why the request was refused. */
    reason?: Reason
  }
}

export interface AppOptions extends GivenLimits {
  /** What `/metrics` serves to whoever has `metricsToken`. */
  readonly metrics?: Metrics | undefined
  /** Checks whether the database answers. By default with a query like any other. */
  readonly health?: () => Promise<unknown>
}

/** Creates the merchant server as an app. Tests call it without a port. */
export function createApp(merchant: Merchant, options: AppOptions = {}): Hono {
  const { metrics, health = () => merchant.db.query('select 1') } = options
  const limits = createLimits(merchant, options)
  const starts = createPaymentStarts(merchant, limits)
  const report = createReportError(merchant.log)
  const later: DeferredReads = createDeferredAnswers()
  const paths = createPathReader(merchant.config.basePath)
  const app = new Hono({
    getPath: (request, given) => paths.ofRequest(request, given?.env as Partial<HttpBindings>),
  })
  const answer = later.around(app.fetch)
  app.fetch = (request, ...more) =>
    isBodyConsumed(request) ? refuseConsumedBody(consumedBodyRemedy) : answer(request, ...more)
  app.onError((error, c) => answerError(report, error, c))
  app.notFound(answerNotFound(app, merchant.config))
  app.use(aroundEachRequest(merchant, later))
  app.use('/checkout/*', allowCors(merchant))
  const checkHost = createHostCheck(merchant.config, (message) =>
    merchant.log('public_address_differs', { message }),
  )
  const checkSlash = createSlashCheck((message) => merchant.log('slash_added', { message }))
  for (const path of ['/checkout/sessions', '/checkout/return', '/payin-checkout.js'])
    app.use(path, (c, next) => {
      checkHost(c)
      checkSlash(c)
      return next()
    })
  // Before the deadline of the other routes, whose answer is no page, and before the routes for programs, which ask for a header.
  app.route('/backoffice', backofficePageRoutes(merchant, limits, report))
  app.use(answerWithinDeadline(merchant))
  app.route('/checkout', sessionRoutes(merchant, limits, starts, later))
  app.route('/checkout', bankRoutes(merchant, limits))
  app.route('/checkout', instrumentRoutes(merchant, limits))
  app.route('/checkout', returnPageRoutes(merchant, limits))
  app.route('/checkout', payPageRoutes(merchant, limits, starts, report))
  app.route('/webhooks', webhookRoutes(merchant, limits))
  app.route('/backoffice', backofficeRoutes(merchant))
  app.route('/', scriptRoutes())
  app.route('/', monitoringRoutes(merchant, metrics, health))
  return app
}

const consumedBodyRemedy =
  'Hand the request to merchant.fetch (or toNext) before anything else reads its body, or hand it a request.clone() that was made before.'

/**
 * Answers requests without a route: a page at the root, 405 if the path has a route for another method, else 404. The 405 check of the
 * framework is called only here: as a middleware around all routes, every request would await it.
 */
function answerNotFound(
  app: Hono,
  { publicUrl, backofficeToken }: Pick<Settings, 'publicUrl' | 'backofficeToken'>,
): NotFoundHandler {
  const page = welcomePage(new URL(publicUrl).pathname.replace(/\/$/, ''), backofficeToken !== null)
  const checkOtherMethods = methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      new HttpProblem(405, `This address accepts only ${methods.join(', ')}.`, {
        headers: { allow: methods.join(', ') },
      }).toResponse(c),
  })
  return async (c) => {
    if (c.req.path === '/' && (c.req.method === 'GET' || c.req.method === 'HEAD'))
      return c.html(page, 200, { 'cache-control': 'no-store' })
    await checkOtherMethods(c, async () => {
      c.res = new HttpProblem(404, 'There is nothing at this address.').toResponse(c)
    })
    return c.res
  }
}

/** Creates a function that returns whether a request line belongs to the app, with any method. */
export function createHandles(app: Hono, { basePath }: Settings): (path: string) => boolean {
  const isKnown = createKnownPaths(app)
  const paths = createPathReader(basePath)
  return (path) => isKnown(paths.ofLine(path))
}

/** The path of session reads. */
const sessionReadPath = /^\/checkout\/sessions\/[^/]+$/

/** Wraps every request: sets its id and the headers of every response, logs it, and emits its measurements. */
function aroundEachRequest(
  { config, log, measure, notifications }: Merchant,
  later: DeferredReads,
): MiddlewareHandler {
  const headersOf = securityHeaders(config)
  return async (c, next) => {
    const held = later.of(c.req.raw)
    const startedAt = held?.since ?? performance.now()
    const request = randomUUID()
    const { method } = c.req
    const headers = headersOf()
    headers['x-request-id'] = request
    c.set('request', request)
    c.set('headers', headers)
    // Session reads are most of the traffic, so they skip this part. They set these headers on their response themselves,
    // and they write no log lines except the one below and the one in `answerError`.
    if (method === 'GET' && sessionReadPath.test(c.req.path)) await next()
    else {
      // Set before the response is created: a header added to a finished Response costs a second Response.
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      await inRequest(request, next)
    }
    // The response of a deferred request's first round is not sent. Only the second one is counted.
    if (!held && later.of(c.req.raw)) return
    // During shutdown clients must open a new connection, to another server. That includes clients of held reads.
    if (notifications.ended) c.header('connection', 'close')
    const { status } = c.res
    const emit = isSuccessfulRead(method, status) ? measure : log
    if (!emit) return
    const ms = Math.round(performance.now() - startedAt)
    // The route's pattern, never the URL: the URL contains ids.
    emit('request', { request, route: routePath(c, -1), method, status, ms, ...c.get('reason') })
  }
}

/** CORS: pages of ALLOWED_ORIGINS may use the endpoint. */
function allowCors({ config }: Merchant): MiddlewareHandler {
  const allowed = cors({
    origin: (origin) => (config.allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'Idempotency-Key', 'If-None-Match', 'Prefer'],
    exposeHeaders: ['Date', 'ETag', 'Preference-Applied', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  return (c, next) => {
    if (c.req.header('origin') !== undefined) return allowed(c, next)
    c.header('vary', 'Origin')
    return next()
  }
}

function answerError(report: ReportError, error: unknown, c: Context): Response {
  if (isRequestAborted(error))
    return new HttpProblem(
      408,
      'The request was incomplete: the client disconnected or was too slow.',
    ).toResponse(c)
  report(error, c)
  const answer = answerOf(error) ?? new HttpProblem(500, unexpectedMessage)
  return answer.toResponse(c)
}

const unexpectedMessage = 'Something went wrong here. Nothing was paid twice; try again.'

/** Whether the client disconnected or was too slow while its body was read. Node then reports this error. */
const isRequestAborted = (error: unknown) =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
