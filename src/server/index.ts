// The typed client of the payment service, for a merchant's server. Never in a browser bundle: it holds the secret key.
// It knows the service's documents and the merchant protocol; it knows no framework, no database and no Node API
// (Web Crypto and fetch only), so that it runs wherever a server runs. This file is a table of contents.
export { isKind, type Kind } from '../protocol/kind.ts'
export { isDecimal, type Money, parseMoney, sameMoney } from '../protocol/money.ts'
export { type FinalOutcome, isFinal, isOutcome, type Outcome, outcomeOf } from '../protocol/outcome.ts'
export type { Problem, ProblemError } from '../protocol/problem.ts'
export { isLoopback, parseRedirectUrl } from '../protocol/safe-url.ts'
export type { Session } from '../protocol/session.ts'
export type { Bank, List, ListQuery } from './banks.ts'
export { type Clock, systemClock } from './clock.ts'
export {
  CheckKeyError,
  ConflictError,
  FixRequestError,
  RetryError,
  ServiceError,
  type ServiceErrorKind,
  UnknownAnswerError,
  WaitError,
} from './errors.ts'
export { type FrozenPayin, freezePayin } from './freeze-payin.ts'
export type {
  BankAccountPayment,
  PayerDetails,
  Payin,
  PayinIntent,
  PayinPayment,
  PayinStatus,
  Settlement,
  UserDetails,
} from './payin.ts'
export type { RetryPolicy } from './retry.ts'
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from './service-client.ts'
export { parsePayinEvent, verifyWebhook } from './webhooks.ts'
