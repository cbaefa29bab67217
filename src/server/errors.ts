import type { Problem } from '../protocol/problem.ts'

/** What the caller can do about an error. */
export type ServiceErrorKind =
  | 'fix_request'
  | 'check_key'
  | 'wait'
  | 'retry'
  | 'start_anew'
  | 'conflict'
  | 'unknown'

export interface ServiceErrorDetails {
  /** HTTP status; `null` when no answer came. */
  readonly status?: number | null
  readonly problem?: Problem | null
  /** The `Retry-After` of the service, in milliseconds. */
  readonly retryAfterMs?: number | null
  /** How often the request was sent. If more than once, an earlier attempt may have had an effect. */
  readonly attempts?: number
  /** The id of a payin in an answer that cannot be accepted. */
  readonly payinId?: string | null
  /** The id of a payout in an answer that cannot be accepted. */
  readonly payoutId?: string | null
  readonly cause?: unknown
}

/**
 * Every failure of a call to the service. The message says what happened, the likely cause, and what to do. Neither the
 * message nor `problem` ever contains the API key.
 */
export abstract class ServiceError extends Error {
  abstract readonly kind: ServiceErrorKind
  readonly status: number | null
  readonly problem: Problem | null
  readonly retryAfterMs: number | null
  readonly attempts: number
  readonly payinId: string | null
  readonly payoutId: string | null

  constructor(message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = new.target.name
    this.status = details.status ?? null
    this.problem = details.problem ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.attempts = details.attempts ?? 1
    this.payinId = details.payinId ?? null
    this.payoutId = details.payoutId ?? null
  }
}

/** 400, 404, 422 and other 4xx: the same request will be refused again. Correct the request or baseUrl. */
export class FixRequestError extends ServiceError {
  override readonly kind = 'fix_request'
}

/** 401, 403: the API key is missing, wrong, or may not do this. */
export class CheckKeyError extends ServiceError {
  override readonly kind = 'check_key'
}

/** 429: the rate limit of the API key is reached. `retryAfterMs` says how long to wait. */
export class WaitError extends ServiceError {
  override readonly kind = 'wait'
}

/**
 * Network fault, timeout or 5xx: the request may have had an effect. Repeat it; for a create request use the same frozen
 * request. Never thrown if a repetition could create a second object.
 */
export class RetryError extends ServiceError {
  override readonly kind = 'retry'
}

/**
 * Network fault, timeout or 5xx at a legacy create request, which has no Idempotency-Key. A transaction may exist, but
 * nobody has its link, so it cannot be paid. The client does not repeat the request; creating another one is safe.
 */
export class StartAnewError extends ServiceError {
  override readonly kind = 'start_anew'
}

/** 409 after all retries, and the look-up by reference found nothing. Never retry with a new key. */
export class ConflictError extends ServiceError {
  override readonly kind = 'conflict'
}

/** An answer that does not match the documents. The request may have had an effect; look it up before you repeat it. */
export class UnknownAnswerError extends ServiceError {
  override readonly kind = 'unknown'
}
