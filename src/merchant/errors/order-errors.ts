// Why a create request cannot pay an order or a payout's reference.
import type { Money } from '../../server/index.ts'
import { DomainError, sayingAlways } from './domain-error.ts'

/** The order does not exist or belongs to somebody else. The error is the same, so that guessing ids reveals nothing. */
export class NoSuchOrder extends sayingAlways('no_such_order', 'There is no such order.') {}

/** The request does not prove that this shopper may pay this order. */
export class MayNotPay extends DomainError {
  readonly kind = 'may_not_pay'
  /** @param token what is wrong with the signed order token */
  constructor(readonly token: 'missing' | 'wrong' | 'expired') {
    super('This shopper may not pay this order.')
  }
}

/** The order is paid already, by this payment or by another one. */
export class OrderAlreadyPaid extends sayingAlways('order_already_paid', 'This order is paid already.') {}

/** Another payment of the order is promised, so none of its pages may be opened. It may still fail. */
export class OrderPromised extends sayingAlways(
  'order_promised',
  'Another payment of this order is on its way.',
) {}

/** The shop has withdrawn the order. */
export class OrderWithdrawn extends sayingAlways('order_withdrawn', 'This order can no longer be paid.') {}

/** The order has another price than the session. A new attempt has the new price. */
export class PriceChanged extends DomainError {
  readonly kind = 'price_changed'
  constructor(readonly amount: Money) {
    super('The price of this order has changed.')
  }
}

/** A payout with the same reference and another recipient is still open, so its recipient can still claim it. */
export class PaymentOpenElsewhere extends sayingAlways(
  'payment_open_elsewhere',
  'A payout with this reference is open, for another recipient. Wait until it has ended.',
) {}

/**
 * Two payments of the order are open. A third one could be paid by mistake, too. The shopper can continue with a payment
 * method that was chosen before, or cancel one of the two on its page.
 */
export class TwoPaymentsOpen extends DomainError {
  readonly kind = 'two_payments_open'
  /**
   * @param canChooseAnother whether the shopper can choose another payment method. If not, they can only wait
   * @param endsInMs when the first of the two ends by itself
   */
  constructor(
    readonly canChooseAnother: boolean,
    readonly endsInMs: number,
  ) {
    super(
      'Two payments of this order are open already. Go on with one of them, cancel one on its page, or wait until one has ended.',
    )
  }
}

/** The idempotency key was used for a different request before. */
export class KeyOfAnotherRequest extends sayingAlways(
  'key_of_another_request',
  'This Idempotency-Key was used for another request. Make a new one for each attempt.',
) {}

/** The payout's reference was used with a different amount before. */
export class ReferenceOfAnotherAmount extends DomainError {
  readonly kind = 'reference_of_another_amount'
  constructor({ value, currency }: Money) {
    super(`This reference was used for ${value} ${currency}. Give another payout another reference.`)
  }
}

/** This kind of payment cannot pay the order's amount. */
export class KindCannotPay extends DomainError {
  readonly kind = 'kind_cannot_pay'
}
