import type { Problem } from '../protocol/problem.ts'

/** What helps: the one question a caller has about an error. */
export type ServiceErrorKind = 'fix_request' | 'check_key' | 'wait' | 'retry' | 'conflict' | 'unknown'

export interface ServiceErrorDetails {
  /** HTTP status; `null` when no answer came. */
  readonly status?: number | null
  readonly problem?: Problem | null
  /** What the service asked for in `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | null
  /** How often the request was sent. More than one: an earlier sending may have had an effect. */
  readonly attempts?: number
  /** A payin that the service named although its answer cannot be accepted. */
  readonly payinId?: string | null
  readonly cause?: unknown
}

/**
 * Every failure of a call to the service. Its message says what happened, why it is likely and what to do;
 * neither it nor `problem` ever holds the API key.
 */
export abstract class ServiceError extends Error {
  abstract readonly kind: ServiceErrorKind
  readonly status: number | null
  readonly problem: Problem | null
  readonly retryAfterMs: number | null
  readonly attempts: number
  readonly payinId: string | null

  constructor(message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = new.target.name
    this.status = details.status ?? null
    this.problem = details.problem ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.attempts = details.attempts ?? 1
    this.payinId = details.payinId ?? null
  }
}

/** 400, 404, 422 and other 4xx: the same request will be refused again; correct it. */
export class FixRequestError extends ServiceError {
  override readonly kind = 'fix_request'
}

/** 401, 403: the API key is missing, wrong, or may not do this. */
export class CheckKeyError extends ServiceError {
  override readonly kind = 'check_key'
}

/** 429: one budget per API key is used up; `retryAfterMs` says how long to wait. */
export class WaitError extends ServiceError {
  override readonly kind = 'wait'
}

/** Network fault, time-out or 5xx: whether the request had an effect is not known. Repeat it with the same key. */
export class RetryError extends ServiceError {
  override readonly kind = 'retry'
}

/** 409 that did not go away, and no payin was found. Never answer this with a new key. */
export class ConflictError extends ServiceError {
  override readonly kind = 'conflict'
}

/** An answer that is not what the documents say. It may have had an effect; look before repeating. */
export class UnknownAnswerError extends ServiceError {
  override readonly kind = 'unknown'
}
