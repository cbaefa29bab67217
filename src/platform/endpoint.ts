// One request to the merchant's endpoint over fetch. It ends with a response, a `FaultError`, or an abort.

import { type Fault, FaultError, type FaultKind, faultOf } from '../protocol/fault.ts'
import { type Problem, parseProblem } from '../protocol/problem.ts'
import { parseRetryAfter } from '../protocol/retry-after.ts'
import { noteServerTime, serverNow } from './server-clock.ts'

/** The `Accept` header of every request. */
export const accept = 'application/json, application/problem+json'

/**
 * The absolute address of an endpoint, without slashes at its end, so that equal endpoints compare as equal.
 * @param endpoint base URL, relative to the page or absolute; an invalid or empty one is returned unchanged
 */
export function baseOf(endpoint: string): string {
  try {
    endpoint &&= new URL(endpoint, globalThis.document?.baseURI).href
  } catch {}
  return endpoint.replace(/\/+$/, '')
}

/**
 * Sends a request to the endpoint.
 * @param isKnown whether the server knows what is asked for. Then a 404 that is no problem (RFC 9457) comes from somebody
 *   between.
 * @throws {FaultError} for every status but 2xx and 304, and if there is no response
 */
export async function sendTo(
  base: string,
  path: string,
  init: RequestInit,
  isKnown = false,
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`${base}${path}`, init)
  } catch (error) {
    // The message omits the path: it may contain a session id, a capability that must not appear in a console.
    throw new FaultError(faultOf('network', `The endpoint ${base} ${unreachable}`), { cause: error })
  }
  // The browser may have kept this one for days.
  if (init.cache !== 'default') noteServerTime(response.headers.get('Date'))
  if (response.ok || response.status === 304) return response
  throw answerError(response, await faultOfAnswer(response, path === '/sessions', isKnown))
}

/** The error of a response. It names the request by `x-request-id`, so that the merchant finds it in the log. */
export function answerError(response: Response, fault: Fault, options?: ErrorOptions): FaultError {
  const [requestId] = /^[\w.-]{1,64}$/.exec(response.headers.get('x-request-id') ?? '') ?? []
  return new FaultError({ ...fault, ...(requestId && { requestId }) }, options)
}

const unreachable = 'could not be reached. Allow it in `connect-src`, and the page in `ALLOWED_ORIGINS`.'

export const checkEndpoint = 'Check `endpoint`, such as "/checkout".'

const kindOfStatus: Record<number, FaultKind> = {
  400: 'invalid',
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  408: 'network',
  409: 'already_paid',
  410: 'not_found',
  422: 'invalid',
  429: 'unavailable',
}

function kindOfProblem({ type, status, errors }: Problem): FaultKind {
  if (type === 'urn:payin-checkout:two-payments-open') return 'two_open'
  const [, reason] = /^urn:payin-checkout:(price-changed|order-(?:withdrawn|promised))$/.exec(type) ?? []
  if (reason) return reason.replace('-', '_') as FaultKind
  if (errors.some(({ pointer }) => pointer === '/code')) return 'code_refused'
  if (errors.some(({ pointer }) => pointer.startsWith('/payment'))) return 'choice_refused'
  return kindOfStatus[status] ?? (status >= 500 ? 'unavailable' : 'bad_answer')
}

async function faultOfAnswer(response: Response, isCreate: boolean, isKnown: boolean): Promise<Fault> {
  const { status } = response
  const text = await response.text().catch(() => '')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {}
  const problem = parseProblem(status, body)
  const kind = kindOfProblem(problem)
  // The message omits the server's text, because it may repeat the code.
  if (kind === 'code_refused') return faultOf(kind, 'The endpoint refused the code that was typed.')
  const pointers = problem.errors.map(({ pointer, detail }) => ` ${pointer}: ${detail}`).join('')
  const reason = problem.detail ?? problem.title
  const message = `The endpoint answered ${status}${reason ? `: ${reason}` : ''}${pointers}`
  // A create request answered by 404 means a wrong address, because there is no session that could be lost. A page of
  // somebody between has the status 409, too: it does not say that the order is paid. A small server may send an empty one.
  const isOfSomebodyElse =
    kind === 'not_found'
      ? isCreate || (isKnown && !problem.title)
      : kind === 'already_paid' && /^\s*</.test(text)
  if (isOfSomebodyElse) return faultOf('bad_answer', `${message} ${checkEndpoint}`)
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), serverNow() ?? Date.now())
  const fault = faultOf(kind, message, retryAfterMs ?? undefined)
  if (problem.amount) return { ...fault, amount: problem.amount }
  // A retry does not change a 500 or 501. A server that wants one answers 502, 503 or 504.
  return status === 500 || status === 501 ? { ...fault, retryable: false } : fault
}
