// Every error that a browser hears is a problem (RFC 9457). Thrown anywhere, answered in one place (app.ts).
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem, ProblemError, ServiceError } from '../../server/index.ts'

interface Extras {
  /** A URI that names the case, where a status alone does not tell what to do (RFC 9457, `type`). */
  readonly type?: string
  readonly errors?: readonly ProblemError[]
  readonly headers?: Readonly<Record<string, string>>
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An error with its answer. `detail` reaches the browser: never put a service's own message into it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, extras: Extras = {}) {
    super(detail)
    const { type = 'about:blank', errors = [], headers = {} } = extras
    this.problem = { type, title: titles[status] ?? 'Error', status, detail, errors }
    this.headers = headers
  }

  /** The answer. `errors` only where there are any. */
  toResponse(c: Context): Response {
    const { errors, ...rest } = this.problem
    c.header('cache-control', 'no-store')
    return c.body(
      JSON.stringify(errors.length > 0 ? { ...rest, errors } : rest),
      rest.status as ContentfulStatusCode,
      {
        ...this.headers,
        'content-type': 'application/problem+json',
      },
    )
  }
}

/** 422 for fields of the request. @param errors JSON Pointers and what is wrong there */
export const unprocessable = (...errors: ProblemError[]) =>
  new HttpProblem(422, errors.map(({ detail }) => detail).join(' '), { errors })

/**
 * What the browser hears when the service could not be asked. 503: the widget repeats with the same key, so nothing is
 * paid twice. The service's own words stay here: they are for the developer.
 */
export function fromServiceError({ kind, retryAfterMs }: ServiceError): HttpProblem {
  if (kind === 'check_key' || kind === 'fix_request') return cannotTakePayments()
  // Not the whole of a long pause: who asks again every ten seconds is served soon after it, and hears that we are there.
  const seconds = Math.min(10, Math.max(1, Math.ceil((retryAfterMs ?? 3_000) / 1000)))
  return new HttpProblem(503, 'The payment service cannot be reached at the moment.', {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Our database is away, is in the way of itself, or takes too long. 503 and not 500: the widget asks again with the same
 * key, and a webhook comes again.
 */
export const comeAgain = () =>
  new HttpProblem(503, 'The shop cannot answer at the moment. Nothing is lost; try again.', {
    headers: { 'retry-after': '1' },
  })

/** Our fault, not the shopper's, and waiting does not help. */
export const cannotTakePayments = () => new HttpProblem(500, 'The shop cannot take payments at the moment.')

/**
 * The service's answer must not reach the browser. Not 502: proxies say that of a server that restarts, and the widget
 * rightly tries again; trying again does not help here.
 */
export const noHostedPage = () =>
  new HttpProblem(500, 'The payment service gave no page that the shopper may be sent to.')
