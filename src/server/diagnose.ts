// Turns one failed sending into the error that a caller sees: what happened, why it is likely, what to do next.
import type { Problem } from '../protocol/problem.ts'
import {
  CheckKeyError,
  ConflictError,
  FixRequestError,
  RetryError,
  type ServiceError,
  UnknownAnswerError,
  WaitError,
} from './errors.ts'

/** One sending that brought no acceptable answer. `status` is `null` when no answer came at all. */
export interface Fault {
  readonly reason: 'network' | 'timeout' | 'answer' | 'garbled'
  readonly status: number | null
  readonly problem: Problem | null
  readonly retryAfterMs: number | null
  readonly cause?: unknown
}

/** The error for a fault. @param call method and path, such as `POST /payins` */
export function diagnose(fault: Fault, call: string, attempts: number): ServiceError {
  const { status } = fault
  const details = { ...fault, attempts }
  const said = whatItSays(fault.problem)
  if (fault.reason === 'network') {
    return new RetryError(
      `No answer to ${call}: the connection failed. Check the network and baseUrl; repeat with the same Idempotency-Key.`,
      details,
    )
  }
  if (fault.reason === 'timeout') {
    return new RetryError(
      `No answer to ${call} in time. It may have had an effect; repeat with the same Idempotency-Key.`,
      details,
    )
  }
  if (fault.reason === 'garbled' || status === null || status < 400) {
    return new UnknownAnswerError(
      `The answer to ${call} (${status}) is not what the service's document describes. Check that baseUrl is the service and not a proxy or a login page.`,
      details,
    )
  }
  if (status === 401 || status === 403) {
    return new CheckKeyError(
      `The service refused the API key for ${call} (${status}).${said} Check that the key is whole, belongs to this service and may do this.`,
      details,
    )
  }
  if (status === 409) {
    return new ConflictError(
      `The service answers 409 to ${call}: the first request is still in flight, or the key was used with another body.${said} Do not use a new key: look the payment up first.`,
      details,
    )
  }
  if (status === 429) {
    return new WaitError(
      `Too many requests (429 to ${call}). The budget belongs to the API key; slow down everywhere.${said}`,
      details,
    )
  }
  if (status >= 500 || status === 408) {
    return new RetryError(
      `The service failed (${status} to ${call}).${said} Repeat with the same Idempotency-Key.`,
      details,
    )
  }
  return new FixRequestError(
    `The service refused ${call} (${status}).${said} Correct the request; unchanged it will be refused again.`,
    details,
  )
}

function whatItSays(problem: Problem | null): string {
  if (!problem) return ''
  const fields = problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`)
  const parts = [problem.detail ?? problem.title, ...fields].filter((part) => part !== '')
  return parts.length > 0 ? ` It says: ${parts.join('; ').slice(0, 500)}.` : ''
}
