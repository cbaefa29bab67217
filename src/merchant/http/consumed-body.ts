import { toConsoleAsError } from '../console.ts'
import { HttpProblem } from './problems.ts'

const reported = new Set<string>()

/**
 * The answer to a request whose body somebody else has read: a signature is checked over the raw bytes. It is the shop's
 * mistake, so it is also on the console, once.
 * @param remedy what to move
 */
export function refuseConsumedBody(remedy: string): Response {
  const message = `The body of this request was already read, so no signature can be checked. ${remedy}`
  if (!reported.has(message)) toConsoleAsError(message)
  reported.add(message)
  const { problem } = new HttpProblem(500, message)
  return Response.json(problem, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  })
}

/** Whether the body of a request cannot be read any more. Only a POST of this server has one. */
export const isBodyConsumed = (request: Request): boolean =>
  request.method === 'POST' && (request.bodyUsed || request.body?.locked === true)
