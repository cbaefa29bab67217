// RFC 9457 problem details, as in the document's section "Errors". Thrown anywhere, answered by answer-failure.ts.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Hono } from 'hono'
import type { SandboxEnv } from './sandbox-env.ts'

/** An entry of the document's `errors[]`. */
export type ValidationError = { detail: string; pointer: string }

/** RFC 6901: `~` and `/` in a name are escaped. The empty pointer is the whole body. */
function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function toValidationErrors(
  issues: readonly { message: string; path: readonly PropertyKey[] }[],
): ValidationError[] {
  return issues.map((issue) => ({ detail: issue.message, pointer: toJsonPointer(issue.path) }))
}

type ProblemExtras = {
  type?: string
  errors?: readonly ValidationError[]
  headers?: Record<string, string>
}

export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly extras: ProblemExtras

  constructor(status: number, detail: string, extras: ProblemExtras = {}) {
    super(detail)
    this.status = status
    this.extras = extras
  }
}

// "The 422 problem uses a service-specific `type` URI". The document does not show which one: this is the sandbox's
// own.
export function validationProblem(errors: readonly ValidationError[]): Problem {
  const detail = 'The request is well-formed, but some fields are not acceptable.'
  return new Problem(422, detail, { type: 'urn:payments-sandbox:problem:validation-failed', errors })
}

/** Answers 405 to other methods at every address that the app has so far. */
export function refuseOtherMethods(app: Hono<SandboxEnv>): void {
  const routes = app.routes.filter(({ method }) => method !== 'ALL')
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    const allow = [
      ...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))),
    ].join(', ')
    app.all(path, () => {
      throw new Problem(405, `This address answers ${allow}.`, { headers: { Allow: allow } })
    })
  }
}

export function toProblemResponse(problem: Problem): Response {
  const { type = 'about:blank', errors, headers } = problem.extras
  const body = {
    type,
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    instance: `urn:uuid:${randomUUID()}`,
    ...(errors ? { errors } : {}),
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  })
}
