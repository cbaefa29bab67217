// The middleware of every call of both interfaces: request log, API key, permission, rate limit, body size, parameters,
// and the faults that are on.
import { createMiddleware } from 'hono/factory'
import type { Clock } from '../clock.ts'
import { type CallFaults, ConnectionCut, type Faults } from '../faults/faults.ts'
import { limitBody } from '../limit-body.ts'
import type { OperationId } from '../openapi/description.ts'
import { parseParameters } from '../openapi/validation.ts'
import { Problem } from '../problem.ts'
import type { RequestLog } from '../request-log.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { requireApiKey } from './api-key.ts'
import type { RateLimit } from './rate-limit.ts'

export type ApiMiddlewareOptions = {
  apiKey: string
  clock: Clock
  log: RequestLog
  faults: Faults
  rateLimit: RateLimit
}

export type ApiEnv = SandboxEnv & {
  Variables: { parameters: Record<string, unknown>; callFaults: CallFaults }
}

export type ApiMiddleware = ReturnType<typeof createApiMiddleware>

export function createApiMiddleware({ apiKey, clock, log, faults, rateLimit }: ApiMiddlewareOptions) {
  const logCall = createMiddleware<ApiEnv>(async (c, next) => {
    const call = log.add({
      at: new Date(clock.now()).toISOString(),
      method: c.req.method,
      path: c.req.path,
      idempotency_key: c.req.header('Idempotency-Key') ?? null,
    })
    let status: number | null = null
    try {
      await next()
      if (!(c.error instanceof ConnectionCut)) status = c.res.status
    } finally {
      // Without a socket (`app.request`) a cut call rejects here.
      call.end(status)
    }
  })

  const limitRate = createMiddleware(async (_, next) => {
    const waitMs = rateLimit.take()
    if (waitMs === 0) return next()
    const seconds = String(Math.ceil(waitMs / 1000))
    throw new Problem(429, `Too many requests. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': seconds },
    })
  })

  /** The middleware of one operation: its faults and its parameters. */
  const operation = (id: OperationId) =>
    createMiddleware<ApiEnv>(async (c, next) => {
      const callFaults = faults.drawCallFaults(id)
      c.set('callFaults', callFaults)
      if (callFaults.before) {
        await callFaults.wait()
        throw callFaults.before
      }
      c.set('parameters', readParameters(id, c))
      await next()
      // After the work: a late answer may be out of date, and a lost answer has still had its effect.
      await callFaults.wait()
      if (callFaults.after) throw callFaults.after
    })

  return { everyCall: [logCall, requireApiKey(apiKey), limitRate, limitBody(64)] as const, operation }
}

type ParameterContext = {
  req: {
    param(): Record<string, string>
    queries(): Record<string, string[]>
    header(): Record<string, string>
  }
}

/** Answers 400 to a missing or wrong parameter: the documents have no 422 for operations without a body. */
function readParameters(id: OperationId, c: ParameterContext): Record<string, unknown> {
  const parsed = parseParameters(id, { path: c.req.param(), query: c.req.queries(), header: c.req.header() })
  if (parsed.ok) return parsed.value
  const text = parsed.errors.map((error) => `${nameOf(error)} ${lowerFirst(error.detail)}`).join(' ')
  throw new Problem(400, text)
}

function nameOf({ name, in: place }: { name: string; in: string }): string {
  if (place === 'header') return `The ${name} header`
  return place === 'path' ? `The ${name} in the path` : `The query parameter ${name}`
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
