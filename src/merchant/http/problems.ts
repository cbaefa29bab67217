// Every error that a browser hears is a problem (RFC 9457). What is wrong with a request itself is thrown as one, here and in the
// routes; what is wrong with an order or a payment is an error of the domain, and becomes one in answers.ts.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem, ProblemError } from '../../server/index.ts'

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
    return c.body(
      JSON.stringify(errors.length > 0 ? { ...rest, errors } : rest),
      rest.status as ContentfulStatusCode,
      {
        ...c.get('headers'),
        'cache-control': 'no-store',
        ...this.headers,
        'content-type': 'application/problem+json',
      },
    )
  }
}

/** 422 for fields of the request. @param errors JSON Pointers and what is wrong there */
export const unprocessable = (...errors: ProblemError[]) =>
  new HttpProblem(422, errors.map(({ detail }) => detail).join(' '), { errors })
