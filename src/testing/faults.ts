// The faults that a test can add, and their translation to the sandbox's control interface.

export const operationNames = [
  'listPayins',
  'createPayin',
  'getPayin',
  'listPayouts',
  'createPayout',
  'getPayout',
  'listPayers',
  'listBanks',
  'createBankTransfer',
  'getTransaction',
  'generatePaymentLink',
  'updateTransactionStatus',
  'generateOnRampLink',
] as const

/** An operation of the service's interface, by its `operationId`. */
export type Operation = (typeof operationNames)[number]

/** How often a fault strikes. */
export interface When {
  /** How many times. Default: until the fault is removed. */
  readonly times?: number
  /** The probability, 0 to 1, drawn from the sandbox's seed. Default: 1. */
  readonly chance?: number
}

/** Which calls a fault strikes. Default: all. */
export interface WhichCalls extends When {
  readonly on?: Operation | readonly Operation[]
}

/** The options of each fault. `done`: the request is carried out and only its answer is lost. */
export interface Faults {
  /** The answer is delayed. Meanwhile the idempotency key of a create request counts as in flight. */
  latency: WhichCalls & { readonly ms: number }
  /** Default: 500 and `undone`. */
  error: WhichCalls & { readonly status?: 500 | 502 | 503 | 504; readonly work?: 'done' | 'undone' }
  /** 429. `retryAfter` is sent verbatim as `Retry-After`: seconds or a date. Without it there is no such header. */
  rate_limit: WhichCalls & { readonly retryAfter?: number | string }
  /** The connection closes without an answer. Default: `done`. */
  cut: WhichCalls & { readonly work?: 'done' | 'undone' }
  webhook_lost: When
  webhook_late: When & { readonly ms: number }
  /** Default: one copy. */
  webhook_duplicate: When & { readonly copies?: number }
  webhook_out_of_order: When
  /** With each webhook, a second one arrives that reports "paid" with a wrong signature. */
  webhook_forged: When
  /** Hosted pages send this `Cross-Origin-Opener-Policy`. Default: `same-origin`. */
  coop: When & { readonly value?: 'same-origin' | 'same-origin-allow-popups' | 'noopener-allow-popups' }
  /** The service returns a `redirect_url` that must not be opened. Default: `script`. */
  hostile_redirect_url: When & {
    readonly link?:
      | 'script'
      | 'script_with_line_break'
      | 'protocol_relative'
      | 'backslash'
      | 'credentials'
      | 'other_origin'
      | 'data'
      | 'empty'
  }
}

export type FaultName = keyof Faults

/** The options of a fault. The parameter is optional if no option is required. */
export type FaultOptions<Name extends FaultName> = object extends Faults[Name]
  ? [options?: Faults[Name]]
  : [options: Faults[Name]]

/**
 * The request body that adds a fault.
 * @throws {TypeError} for an unknown operation: the fault would never strike
 */
export function toFaultRequest(fault: FaultName, options: object): object {
  const { on, times, retryAfter, ...rest } = options as WhichCalls & { retryAfter?: number | string }
  const named = on === undefined ? undefined : [on].flat()
  const unknown = named?.find((name) => !operationNames.includes(name))
  if (unknown !== undefined || named?.length === 0) {
    throw new TypeError(
      `The service has no operation ${JSON.stringify(unknown ?? on)}. Choose one of: ${operationNames.join(', ')}.`,
    )
  }
  return {
    fault,
    ...rest,
    ...(named && { operations: named }),
    ...(times !== undefined && { count: times }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  }
}
