// Why a genuine webhook is not taken.
import { DomainError } from './domain-error.ts'

/** More unsigned webhooks of a payment wait than it can have sent. */
export class TooManyWebhooks extends DomainError {
  readonly kind = 'too_many_webhooks'
  readonly waitMs = 60_000
  constructor() {
    super('Too many webhooks of this payment wait to be worked on. Send it again later.')
  }
}

/** A webhook that was sent to the right address holds what no field may hold. */
export class UnusableWebhook extends DomainError {
  readonly kind = 'unusable_webhook'
  constructor(field: string) {
    super(`The ${field} of this webhook holds control characters.`)
  }
}
