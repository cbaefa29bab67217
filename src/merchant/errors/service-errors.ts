// Errors because of an answer of the payment service.
import { DomainError, sayingAlways } from './domain-error.ts'

/** The service refused a request; a retry would fail, too. Its error text is for the developer and stays in the log. */
export class RefusedByService extends DomainError {
  readonly kind = 'refused_by_service'
  /**
   * @param pointers the refused fields, as JSON Pointers into the request
   * @param askedBy who can correct the request: a shopper only what they have chosen
   */
  constructor(
    readonly pointers: readonly string[],
    readonly askedBy: 'shopper' | 'back_office' | 'shop',
  ) {
    super('The payment service refused the request.')
  }
}

/** The service refuses every request of this shop. The shop must correct that; waiting does not help. */
export class CannotTakePayments extends sayingAlways(
  'cannot_take_payments',
  'The shop cannot take payments at the moment.',
) {}

/** The payment is open, but the service gave no allowed hosted page for it. */
export class NoHostedPage extends sayingAlways(
  'no_hosted_page',
  'The payment service gave no page that the shopper may be sent to.',
) {}
