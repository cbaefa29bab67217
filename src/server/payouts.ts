import type { Caller } from './caller.ts'
import { createPaymentOperations } from './payment-operations.ts'
import { parsePayout } from './payout.ts'
import type { RetryPolicy } from './retry.ts'

/** `POST /payouts`, `GET /payouts`, `GET /payouts/{id}`. */
export const createPayouts = (call: Caller, retry: RetryPolicy) =>
  createPaymentOperations(call, retry, { noun: 'payout', path: '/payouts', parse: parsePayout })
