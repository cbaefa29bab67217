// Every error response is a problem (RFC 9457). An error in the request itself is thrown as `HttpProblem`, here and in
// the routes. An error about an order or a payment is an error of the domain, and answers.ts turns it into a problem.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { problemTitles } from '../../contract/problem-titles.ts'
import type { ProblemType } from '../../protocol/problem-types.ts'
import type { Money, Problem, ProblemError } from '../../server/index.ts'

interface Extras {
  /** A URI that identifies the problem, when the status alone is not enough to react (RFC 9457, `type`). */
  readonly type?: ProblemType
  readonly errors?: readonly ProblemError[]
  /** The order's present price. */
  readonly amount?: Money
  readonly headers?: Readonly<Record<string, string>>
}

/** Why a request was refused, as the log says it. */
export interface Reason {
  readonly message: string
  readonly pointers: string | null
}

/** An error with its HTTP response. `detail` reaches the browser: never put a message of the service into it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, extras: Extras = {}) {
    super(detail)
    const { type = 'about:blank', errors = [], headers = {}, amount } = extras
    this.problem = {
      type,
      title: problemTitles[status] ?? 'Error',
      status,
      detail,
      errors,
      ...(amount && { amount }),
    }
    this.headers = headers
  }

  /** For the log line of the request: what the client was told, and which fields it is about. */
  get reason(): Reason {
    const { errors } = this.problem
    const detail = this.problem.detail ?? ''
    const more = errors.map((error) => error.detail).filter((each) => !detail.includes(each))
    const pointers = errors.map(({ pointer }) => pointer).join(' ')
    return { message: [detail, ...more].join(' '), pointers: pointers || null }
  }

  /** The response. `errors` is left out when it is empty. */
  toResponse(c: Context): Response {
    const { errors, ...rest } = this.problem
    c.set('reason', this.reason)
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

/** A 422 for fields of the request. @param errors JSON Pointers and what is wrong with each field */
export const unprocessable = (...errors: ProblemError[]) =>
  new HttpProblem(422, errors.map(({ detail }) => detail).join(' '), { errors })
