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

/** More unsigned webhooks of a payment wait than it can have sent. */
export class TooManyWebhooks extends DomainError {
  readonly kind = 'too_many_webhooks'
  readonly waitMs = 60_000
  constructor() {
    super('Too many webhooks of this payment wait to be worked on. Send it again later.')
  }
}

/** The database is away or in the way of itself, too much waits, or it takes too long. Nothing is lost. */
export class ComeAgain extends DomainError {
  readonly kind = 'come_again'
  constructor() {
    super('The shop cannot answer at the moment. Nothing is lost; try again.')
  }
}

/** A webhook that was sent to the right address holds what no field may hold. */
export class UnusableWebhook extends DomainError {
  readonly kind = 'unusable_webhook'
  constructor(field: string) {
    super(`The ${field} of this webhook holds control characters.`)
  }
}
