import type { ProblemError } from '../../server/index.ts'
import { DomainError } from './domain-error.ts'

/** What was given has wrong fields: in a request, or in a call of the shop's own code. */
export class WrongFields extends DomainError {
  readonly kind = 'wrong_fields'
  /** @param errors JSON Pointers and what is wrong with each field */
  constructor(readonly errors: readonly ProblemError[]) {
    super(errors.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`).join(' '))
  }
}
