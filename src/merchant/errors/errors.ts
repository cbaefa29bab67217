// All errors of the domain: what cannot be done, with the data that the response needs. The other files of this folder
// define them, and none of them knows HTTP. This union lets the compiler check that http/answers.ts has a response for
// each.
import type * as aboutAlerts from './alert-errors.ts'
import type * as aboutClaimCodes from './claim-code-errors.ts'
import type * as ofLoad from './load-errors.ts'
import type * as aboutOrders from './order-errors.ts'
import type * as ofService from './service-errors.ts'
import type * as ofFields from './wrong-fields.ts'

type Errors = typeof aboutAlerts &
  typeof aboutClaimCodes &
  typeof ofLoad &
  typeof aboutOrders &
  typeof ofService &
  typeof ofFields

export type KnownError = InstanceType<Errors[keyof Errors]>
