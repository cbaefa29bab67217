import type { Caller } from './caller.ts'
import { parsePayin } from './payin.ts'
import { createPaymentOperations } from './payment-operations.ts'
import type { RetryPolicy } from './retry.ts'

/** `POST /payins`, `GET /payins`, `GET /payins/{id}`. */
export const createPayins = (call: Caller, retry: RetryPolicy) =>
  createPaymentOperations(call, retry, { noun: 'payin', path: '/payins', parse: parsePayin })
