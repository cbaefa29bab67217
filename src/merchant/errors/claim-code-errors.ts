// Why a payout's hosted page is not shown to who asks for it.
import { DomainError } from './domain-error.ts'

const messages = {
  missing: 'Enter the code that the sender gave you.',
  wrong: 'This code is not right.',
} as const

/** The code that the recipient has to enter is not that of the payout. */
export class WrongClaimCode extends DomainError {
  readonly kind = 'wrong_claim_code'
  constructor(what: keyof typeof messages) {
    super(messages[what])
  }
}

/** A code must not be found by trying. */
export class TooManyClaimCodes extends DomainError {
  readonly kind = 'too_many_claim_codes'
  readonly waitMs: number
  constructor(waitMs: number) {
    super('Too many wrong codes were entered. Wait a quarter of an hour, or ask the sender.')
    this.waitMs = waitMs
  }
}
