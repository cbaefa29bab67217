// What the payment service has made impossible.
import { DomainError } from './domain-error.ts'

/** The service refused a request for good. Its own words are for the developer, and stay in the log. */
export class RefusedByService extends DomainError {
  readonly kind = 'refused_by_service'
  /** The fields that it pointed at, as JSON Pointers into the request. */
  readonly pointers: readonly string[]
  /** Who made up the request, and so can correct it. */
  readonly askedBy: 'shopper' | 'back_office'
  constructor(pointers: readonly string[], askedBy: RefusedByService['askedBy']) {
    super('The payment service refused the request.')
    this.pointers = pointers
    this.askedBy = askedBy
  }
}

/** Our fault, not the shopper's, and waiting does not help: the service refuses whatever this shop asks. */
export class CannotTakePayments extends DomainError {
  readonly kind = 'cannot_take_payments'
  constructor() {
    super('The shop cannot take payments at the moment.')
  }
}

/** There is an open payment, and no page of it that the shopper may be sent to. */
export class NoHostedPage extends DomainError {
  readonly kind = 'no_hosted_page'
  constructor() {
    super('The payment service gave no page that the shopper may be sent to.')
  }
}
