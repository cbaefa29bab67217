// What `payin-checkout/testing` uses of verify: the promises and their run, so that a test suite and the command check the same.

export { baseAddress, paidAddress, pick } from './options.ts'
export { namedOrders } from './orders.ts'
export { PaidOrders } from './paid-orders.ts'
export type { Result } from './promise-run.ts'
export { createPromiseRun } from './promise-run.ts'
export { Service } from './service.ts'
