// The sandbox for a merchant's own tests, in this process or elsewhere: with a shopper, a clock and faults. For Node only.
// Do not import it in a page or a server.

export type { FaultName, FaultOptions, Faults, Operation, When, WhichCalls } from './faults.ts'
export {
  type MerchantPromise,
  type MerchantPromises,
  type MerchantPromisesOptions,
  merchantPromises,
} from './merchant-promises.ts'
export { type Holds, type NotHeldVerdict, PromiseNotHeld, type RunnerContext } from './promise.ts'
export { SandboxError } from './sandbox-error.ts'
export type {
  BankRefusal,
  CardRefusal,
  Claiming,
  HostedControl,
  HostedPage,
  Paying,
  WayToPay,
} from './shopper/hosted-page.ts'
export { signWebhook } from './sign-webhook.ts'
export { type ConnectOptions, connectSandbox, type StartOptions, startSandbox } from './start.ts'
export type { Duration } from './test-sandbox.ts'
export type {
  Delivery,
  LoggedRequest,
  Payment,
  PaymentKind,
  Status,
  SwitchedFault,
  TestSandbox,
  WhichPayment,
} from './types.ts'
