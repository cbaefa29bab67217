// What can go wrong at the service on demand: the words of a test, made into those of the sandbox.

/** An operation of the service's interface, by its `operationId`. */
export type Operation =
  | 'listPayins'
  | 'createPayin'
  | 'getPayin'
  | 'listPayouts'
  | 'createPayout'
  | 'getPayout'
  | 'listPayers'
  | 'listBanks'
  | 'createBankTransfer'
  | 'getTransaction'
  | 'generatePaymentLink'
  | 'updateTransactionStatus'
  | 'generateOnRampLink'

/** When a fault strikes. */
export interface When {
  /** How often. Default: until it is taken back. */
  readonly times?: number
  /** In how many of the cases, 0 to 1, drawn from the sandbox's seed. Default: 1. */
  readonly chance?: number
}

/** Which calls a fault strikes. Default: all. */
export interface WhichCalls extends When {
  readonly on?: Operation | readonly Operation[]
}

/** What each fault can be told. `done`: the object exists all the same, and only the answer is lost. */
export interface Faults {
  /** The answer comes late; the idempotency key of a create is in flight meanwhile. */
  latency: WhichCalls & { readonly ms: number }
  /** Default: 500 and `undone`. */
  error: WhichCalls & { readonly status?: 500 | 502 | 503 | 504; readonly work?: 'done' | 'undone' }
  /** 429. `retryAfter`: seconds or a date, word for word; without it there is no `Retry-After`. */
  rate_limit: WhichCalls & { readonly retryAfter?: number | string }
  /** The connection closes without an answer. Default: `done`. */
  cut: WhichCalls & { readonly work?: 'done' | 'undone' }
  webhook_lost: When
  webhook_late: When & { readonly ms: number }
  /** Default: one copy. */
  webhook_duplicate: When & { readonly copies?: number }
  webhook_out_of_order: When
  /** Beside the webhook comes another that says "paid", with a signature that is none. */
  webhook_forged: When
  /** Hosted pages send this `Cross-Origin-Opener-Policy`. Default: `same-origin`. */
  coop: When & { readonly value?: 'same-origin' | 'same-origin-allow-popups' | 'noopener-allow-popups' }
  /** Merchants are given a link that must not be opened. Default: `script`. */
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

/** The options of a fault; left out where none must be given. */
export type FaultOptions<Name extends FaultName> = object extends Faults[Name]
  ? [options?: Faults[Name]]
  : [options: Faults[Name]]

/** A list, so that the compiler asks for an operation that is missing, and a test in JavaScript is told of a wrong one. */
const operations: Record<Operation, true> = {
  listPayins: true,
  createPayin: true,
  getPayin: true,
  listPayouts: true,
  createPayout: true,
  getPayout: true,
  listPayers: true,
  listBanks: true,
  createBankTransfer: true,
  getTransaction: true,
  generatePaymentLink: true,
  updateTransactionStatus: true,
  generateOnRampLink: true,
}
export const operationNames = Object.keys(operations) as readonly Operation[]

/**
 * A fault as the sandbox is told of it.
 * @throws {TypeError} for an operation that the service does not have: it would never strike
 */
export function toFaultRequest(fault: FaultName, options: object): object {
  const { on, times, retryAfter, ...rest } = options as WhichCalls & { retryAfter?: number | string }
  const named = on === undefined ? undefined : [on].flat()
  const unknown = named?.find((name) => !operationNames.includes(name))
  if (unknown !== undefined || named?.length === 0) {
    throw new TypeError(
      `The service has no operation ${JSON.stringify(unknown ?? on)}. Choose of: ${operationNames.join(', ')}.`,
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
