import { DomainError } from './domain-error.ts'

/** There is no alert with this number. */
export class NoSuchAlert extends DomainError {
  readonly kind = 'no_such_alert'
  constructor() {
    super('There is no such alert.')
  }
}

/** The alert cannot be settled in this way now. The message says what to do first. */
export class CannotSettle extends DomainError {
  readonly kind = 'cannot_settle'
}
