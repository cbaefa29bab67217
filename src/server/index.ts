// The typed client of the payment service, for a merchant's server. Do not use it in a browser: it has the secret key.
// It knows the service's documents and the merchant protocol, but no framework, database or Node API. It uses only Web
// Crypto and fetch, so it runs on every server platform. This file is a table of contents.
export { type IbanProblem, type ParsedIban, parseIban } from '../protocol/iban.ts'
export { isKind, type Kind } from '../protocol/kind.ts'
export { isDecimal, type Money, parseMoney, sameMoney } from '../protocol/money.ts'
export { type FinalOutcome, isFinal, isOutcome, type Outcome, outcomeOf } from '../protocol/outcome.ts'
export type { Problem, ProblemError } from '../protocol/problem.ts'
export { parseRetryAfter } from '../protocol/retry-after.ts'
export { isLoopback, parseRedirectUrl } from '../protocol/safe-url.ts'
export type { Review, Session } from '../protocol/session.ts'
export type { Bank } from './banks.ts'
export type { CallOptions } from './caller.ts'
export { type Clock, systemClock } from './clock.ts'
export {
  CheckKeyError,
  ConflictError,
  FixRequestError,
  RetryError,
  ServiceError,
  type ServiceErrorKind,
  StartAnewError,
  UnknownAnswerError,
  WaitError,
} from './errors.ts'
export {
  type FrozenPayin,
  type FrozenPayout,
  type FrozenRequest,
  freezePayin,
  freezePayout,
} from './freeze.ts'
export type { OnRampLink, OnRampRequest } from './on-ramp.ts'
export type { List, ListQuery, Lists, ReferenceQuery } from './pages.ts'
export type {
  BankAccountInstrument,
  CardInstrument,
  OtherInstrument,
  Payer,
  PayerQuery,
  PaymentInstrument,
} from './payers.ts'
export type {
  BankAccountPayment,
  PayerDetails,
  Payin,
  PayinIntent,
  PayinPayment,
  PayinStatus,
  Settlement,
} from './payin.ts'
export type { BankAccountTarget, CryptoTarget, UserDetails } from './payment.ts'
export type { PaymentOperations } from './payment-operations.ts'
export type { Payout, PayoutIntent, PayoutPayment, PayoutStatus } from './payout.ts'
export type { UndocumentedValue } from './read-fields.ts'
export type { RetryPolicy } from './retry.ts'
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from './service-client.ts'
export type {
  BankTransfer,
  OnRampTransfer,
  OtherTransaction,
  PayerBankAccount,
  Transaction,
} from './transaction.ts'
export type { BankTransferRequest } from './transactions.ts'
export { verifyWebhook } from './verify-webhook.ts'
export {
  type BankTransferEvent,
  type OnRampEvent,
  parseBankTransferEvent,
  parseOnRampEvent,
  parsePayinEvent,
  parsePayoutEvent,
} from './webhook-events.ts'
