// All errors of the domain: what cannot be done, with the data that the response needs. The other files of this folder
// define them, and none of them knows HTTP. This union lets the compiler check that http/answers.ts has a response for
// each.
import type { CannotSettle, NoSuchAlert } from './alert-errors.ts'
import type { TooManyClaimCodes, WrongClaimCode } from './claim-code-errors.ts'
import type { TooManyRequests, TryAgainLater } from './load-errors.ts'
import type {
  KeyOfAnotherRequest,
  KindCannotPay,
  MayNotPay,
  NoSuchOrder,
  OrderAlreadyPaid,
  OrderPromised,
  OrderWithdrawn,
  PaymentOpenElsewhere,
  PriceChanged,
  ReferenceOfAnotherAmount,
  TwoPaymentsOpen,
} from './order-errors.ts'
import type { CannotTakePayments, NoHostedPage, RefusedByService } from './service-errors.ts'
import type { WrongFields } from './wrong-fields.ts'

export type KnownError =
  | CannotSettle
  | NoSuchAlert
  | CannotTakePayments
  | TryAgainLater
  | KeyOfAnotherRequest
  | KindCannotPay
  | MayNotPay
  | NoHostedPage
  | NoSuchOrder
  | OrderAlreadyPaid
  | OrderPromised
  | OrderWithdrawn
  | PaymentOpenElsewhere
  | PriceChanged
  | ReferenceOfAnotherAmount
  | RefusedByService
  | TooManyClaimCodes
  | TooManyRequests
  | TwoPaymentsOpen
  | WrongClaimCode
  | WrongFields
