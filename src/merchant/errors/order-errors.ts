// Why an order or a payout's reference cannot be paid by this press.
import type { Money } from '../../server/index.ts'
import { DomainError } from './domain-error.ts'

/** There is none, or it is somebody else's: who guesses ids is told the same of both. */
export class NoSuchOrder extends DomainError {
  readonly kind = 'no_such_order'
  constructor() {
    super('There is no such order.')
  }
}

/** Nothing proves that this shopper may pay this order. */
export class MayNotPay extends DomainError {
  readonly kind = 'may_not_pay'
  /** What is wrong with the signed order token. */
  readonly token: 'missing' | 'wrong' | 'expired'
  constructor(token: MayNotPay['token']) {
    super('This shopper may not pay this order.')
    this.token = token
  }
}

/** Another payment has paid it, or this one. */
export class OrderAlreadyPaid extends DomainError {
  readonly kind = 'order_already_paid'
  constructor() {
    super('This order is paid already.')
  }
}

/** A payout of the same reference, with another choice, can still be taken by its recipient. */
export class PaymentOpenElsewhere extends DomainError {
  readonly kind = 'payment_open_elsewhere'
  constructor() {
    super('A payout with this reference is open, for another recipient. Wait until it has ended.')
  }
}

/**
 * A third payment of an order would be one more that can be paid by mistake. Its shopper can go on with a way to pay that
 * was chosen before, or end one of the two on its page.
 */
export class TwoPaymentsOpen extends DomainError {
  readonly kind = 'two_payments_open'
  /** Whether another choice can be made; else only time helps. */
  readonly canChooseAnother: boolean
  /** When the first of the two ends by itself. */
  readonly endsInMs: number
  constructor(canChooseAnother: boolean, endsInMs: number) {
    super(
      'Two payments of this order are open already. Go on with one of them, cancel one on its page, or wait until one has ended.',
    )
    this.canChooseAnother = canChooseAnother
    this.endsInMs = endsInMs
  }
}

/** A key stands for one request. */
export class KeyOfAnotherRequest extends DomainError {
  readonly kind = 'key_of_another_request'
  constructor() {
    super('This Idempotency-Key was used for another request. Make a new one for each attempt.')
  }
}

/** A reference is paid out with one amount. */
export class ReferenceOfAnotherAmount extends DomainError {
  readonly kind = 'reference_of_another_amount'
  constructor({ value, currency }: Money) {
    super(`This reference was used for ${value} ${currency}. Give another payout another reference.`)
  }
}

/** The amount is not one that this kind of payment is for. */
export class KindCannotPay extends DomainError {
  readonly kind = 'kind_cannot_pay'
}
