// Why a genuine webhook is rejected.
import { DomainError } from './domain-error.ts'

/** More unsigned webhooks of one payment are waiting than the service can have sent. */
export class TooManyWebhooks extends DomainError {
  readonly kind = 'too_many_webhooks'
  readonly waitMs = 60_000
  constructor() {
    super('Too many webhooks of this payment wait to be worked on. Send it again later.')
  }
}

/** The webhook came to the right address, but a field holds control characters. */
export class UnusableWebhook extends DomainError {
  readonly kind = 'unusable_webhook'
  constructor(field: string) {
    super(`The ${field} of this webhook holds control characters.`)
  }
}
