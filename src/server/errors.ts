import type { Problem } from '../protocol/problem.ts'

/** What helps: the one question a caller has about an error. */
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
  /** What the service asked for in `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | null
  /** How often the request was sent. More than one: an earlier sending may have had an effect. */
  readonly attempts?: number
  /** A payin that the service named although its answer cannot be accepted. */
  readonly payinId?: string | null
  /** A payout that the service named although its answer cannot be accepted. */
  readonly payoutId?: string | null
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

/** 400, 404, 422 and other 4xx: the same request will be refused again; correct it, or baseUrl. */
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

/**
 * Network fault, time-out or 5xx: whether the request had an effect is not known. Repeat it; a create with the same
 * frozen request. Never thrown where repeating could make a second thing.
 */
export class RetryError extends ServiceError {
  override readonly kind = 'retry'
}

/**
 * Network fault, time-out or 5xx to a legacy create, which has no Idempotency-Key: a transaction may exist, but nobody
 * has its link, so nothing can be paid with it. Not repeated by itself; creating another is safe for money.
 */
export class StartAnewError extends ServiceError {
  override readonly kind = 'start_anew'
}

/** 409 that did not go away, and nothing was found by reference. Never answer this with a new key. */
export class ConflictError extends ServiceError {
  override readonly kind = 'conflict'
}

/** An answer that is not what the documents say. It may have had an effect; look before repeating. */
export class UnknownAnswerError extends ServiceError {
  override readonly kind = 'unknown'
}
