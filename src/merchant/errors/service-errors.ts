// Errors because of an answer of the payment service.
import { DomainError } from './domain-error.ts'

/** The service refused a request; a retry would fail, too. Its error text is for the developer and stays in the log. */
export class RefusedByService extends DomainError {
  readonly kind = 'refused_by_service'
  /** The refused fields, as JSON Pointers into the request. */
  readonly pointers: readonly string[]
  /** Who can correct the request: a shopper only what they have chosen. */
  readonly askedBy: 'shopper' | 'back_office' | 'shop'
  constructor(pointers: readonly string[], askedBy: RefusedByService['askedBy']) {
    super('The payment service refused the request.')
    this.pointers = pointers
    this.askedBy = askedBy
  }
}

/** The service refuses every request of this shop. The shop must correct that; waiting does not help. */
export class CannotTakePayments extends DomainError {
  readonly kind = 'cannot_take_payments'
  constructor() {
    super('The shop cannot take payments at the moment.')
  }
}

/** The payment is open, but the service gave no allowed hosted page for it. */
export class NoHostedPage extends DomainError {
  readonly kind = 'no_hosted_page'
  constructor() {
    super('The payment service gave no page that the shopper may be sent to.')
  }
}
