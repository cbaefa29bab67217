// What is too much, or comes at a bad moment: the same again may succeed later.
import { DomainError } from './domain-error.ts'

/** One who asks has used up a limit. */
export class TooManyRequests extends DomainError {
  readonly kind = 'too_many_requests'
  readonly waitMs: number
  /** @param sentence which limit */
  constructor(sentence: string, waitMs: number) {
    super(sentence)
    this.waitMs = waitMs
  }
}

/** The database is away or in the way of itself, too much waits, or it takes too long. Nothing is lost. */
export class TryAgainLater extends DomainError {
  readonly kind = 'try_again_later'
  constructor() {
    super('The shop cannot answer at the moment. Nothing is lost; try again.')
  }
}
