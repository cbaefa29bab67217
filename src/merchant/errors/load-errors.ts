// Errors because of load or an outage: the same request may succeed later.
import { DomainError, sayingAlways } from './domain-error.ts'

/** Thrown when a client has used up a rate limit. */
export class TooManyRequests extends DomainError {
  readonly kind = 'too_many_requests'
  /** @param message names the limit */
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message)
  }
}

/** Thrown when the database is unavailable or busy, when too many requests wait, or at the deadline. Nothing is lost. */
export class TryAgainLater extends sayingAlways(
  'try_again_later',
  'The shop cannot answer at the moment. Nothing is lost; try again.',
) {}
