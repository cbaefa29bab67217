// What a call of the contract is made of.
import type { z } from 'zod'

export type HeaderName = 'Cache-Control' | 'ETag' | 'Preference-Applied' | 'Retry-After' | 'WWW-Authenticate'

export type ParameterName =
  | 'Idempotency-Key'
  | 'If-None-Match'
  | 'Prefer'
  | 'alert'
  | 'order_reference'
  | 'page'
  | 'page_size'
  | 'return_session'
  | 'session'

/** An answer with its body. `html`: a page. `null`: no body. */
export interface ContractAnswer {
  readonly description: string
  readonly body: z.ZodType | 'html' | null
  readonly headers?: readonly HeaderName[]
  /** Bodies, by a name for readers. */
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface ContractOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Below the endpoint; of the back office, below the address of the server. */
  readonly path: string
  readonly tag: 'Payments' | 'Choice' | 'Back office'
  readonly summary: string
  readonly description: string
  /** Whether a server may leave the call out. */
  readonly isOptional?: true
  readonly parameters: readonly ParameterName[]
  readonly request?: {
    readonly body: z.ZodType
    readonly isRequired: boolean
    readonly examples: Readonly<Record<string, unknown>>
  }
  readonly answers: Readonly<Record<number, ContractAnswer>>
}
