import { createBanks } from './banks.ts'
import { parseBaseUrl } from './base-url.ts'
import { type Caller, createCaller } from './caller.ts'
import { checkApiKey } from './check-input.ts'
import { type Clock, systemClock } from './clock.ts'
import { createOnRamp } from './on-ramp.ts'
import { createPayers } from './payers.ts'
import { parsePayin } from './payin.ts'
import { createPaymentOperations } from './payment-operations.ts'
import { parsePayout } from './payout.ts'
import { checkRetryPolicy, defaultRetryPolicy, type RetryPolicy } from './retry.ts'
import { createTransactions } from './transactions.ts'

export interface ServiceClientOptions {
  /** The service's `{base_url}`, without `/api/v2`: `https:` only, `http:` for loopback. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** A random number in [0, 1), for the delays between attempts. */
  readonly random?: () => number
  /** Timeout of one attempt, including the body. Default: 10 000. */
  readonly timeoutMs?: number
  readonly retry?: Partial<RetryPolicy>
}

export type ServiceClient = ReturnType<typeof createServiceClient>

/**
 * The typed client of both interfaces: payments-v2 (`payins`, `payouts`, `payers`, `banks`) and the legacy one
 * (`transactions`, `onRamp`).
 *
 * @example
 * const service = createServiceClient({ baseUrl: 'https://payments.example', apiKey: process.env.PAYMENTS_API_KEY })
 * const frozen = freezePayin(intent, idempotencyKey) // store both before the first attempt
 * const payin = await service.payins.create(frozen)
 *
 * @throws {TypeError} with the remedy, if `baseUrl`, `apiKey`, `timeoutMs` or `retry` is invalid
 */
export function createServiceClient(options: ServiceClientOptions) {
  checkApiKey(options.apiKey)
  const retry = checkRetryPolicy({ ...defaultRetryPolicy, ...options.retry })
  const legacy = createCaller({
    baseUrl: parseBaseUrl(options.baseUrl),
    apiKey: options.apiKey,
    // Read the global at each call, so that a later instrumentation of it is used, too.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    timeoutMs: options.timeoutMs ?? 10_000,
    retry,
  })
  const v2: Caller = (call) => legacy({ ...call, path: `/api/v2${call.path}` })
  return {
    payins: createPayins(v2, retry),
    payouts: createPayouts(v2, retry),
    payers: createPayers(v2),
    banks: createBanks(v2),
    transactions: createTransactions(legacy),
    onRamp: createOnRamp(legacy),
  }
}

/** `POST /payins`, `GET /payins`, `GET /payins/{id}`. */
export const createPayins = (call: Caller, retry: RetryPolicy) =>
  createPaymentOperations(call, retry, { noun: 'payin', path: '/payins', parse: parsePayin })

/** `POST /payouts`, `GET /payouts`, `GET /payouts/{id}`. */
export const createPayouts = (call: Caller, retry: RetryPolicy) =>
  createPaymentOperations(call, retry, { noun: 'payout', path: '/payouts', parse: parsePayout })
