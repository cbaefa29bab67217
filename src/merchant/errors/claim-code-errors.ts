// Why a recipient does not get the hosted page of a payout.
import { DomainError } from './domain-error.ts'

const messages = {
  missing: 'Enter the code that the sender gave you.',
  wrong: 'This code is not right.',
} as const

/** Thrown when the recipient entered no claim code or a wrong one. */
export class WrongClaimCode extends DomainError {
  readonly kind = 'wrong_claim_code'
  constructor(what: keyof typeof messages) {
    super(messages[what])
  }
}

/** Thrown when too many wrong codes were entered, so that nobody can find a code by trying. */
export class TooManyClaimCodes extends DomainError {
  readonly kind = 'too_many_claim_codes'
  constructor(readonly waitMs: number) {
    super('Too many wrong codes were entered. Wait a quarter of an hour, or ask the sender.')
  }
}
