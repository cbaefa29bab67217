// Why a genuine webhook is rejected.
import { DomainError } from './domain-error.ts'

/** The webhook came to the right address, but a field holds control characters. */
export class UnusableWebhook extends DomainError {
  readonly kind = 'unusable_webhook'
  constructor(field: string) {
    super(`The ${field} of this webhook holds control characters.`)
  }
}
