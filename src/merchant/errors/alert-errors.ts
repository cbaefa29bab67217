import { DomainError, sayingAlways } from './domain-error.ts'

/** There is no alert with this number. */
export class NoSuchAlert extends sayingAlways('no_such_alert', 'There is no such alert.') {}

/** The alert cannot be settled in this way now. The message says what to do first. */
export class CannotSettle extends DomainError {
  readonly kind = 'cannot_settle'
}
