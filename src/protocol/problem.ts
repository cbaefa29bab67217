import { type Money, parseMoney } from './money.ts'

/** One entry of `errors` in a 422 problem: a message, and the JSON Pointer of the wrong field. */
export interface ProblemError {
  readonly detail: string
  readonly pointer: string
}

/** RFC 9457 problem details: the error format of both the service and the merchant protocol. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string | null
  readonly errors: readonly ProblemError[]
  /** The order's present price, where the problem is that it has changed. */
  readonly amount?: Money | undefined
}

/**
 * Parses the problem details of an error response. Returns a `Problem` for any body, even an empty one or a proxy's HTML
 * page. Never throws, because an error about an error would hide the first one.
 */
export function parseProblem(status: number, body: unknown): Problem {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const string = (name: string): string | null => {
    const value = fields[name]
    return typeof value === 'string' ? value : null
  }
  return {
    type: string('type') ?? 'about:blank',
    title: string('title') ?? '',
    status,
    detail: string('detail'),
    errors: Array.isArray(fields.errors) ? fields.errors.filter(isProblemError).map(withPlainPointer) : [],
    amount: parseMoney(fields.amount) ?? undefined,
  }
}

/** Converts a pointer to a plain JSON Pointer, as payments-v2 writes it. RFC 9457 writes a URI fragment (`#/payment/iban`). */
function withPlainPointer({ detail, pointer }: ProblemError): ProblemError {
  if (pointer[0] !== '#') return { detail, pointer }
  try {
    return { detail, pointer: decodeURIComponent(pointer.slice(1)) }
  } catch {
    return { detail, pointer: pointer.slice(1) }
  }
}

function isProblemError(value: unknown): value is ProblemError {
  if (typeof value !== 'object' || value === null) return false
  const { detail, pointer } = value as Record<string, unknown>
  return typeof detail === 'string' && typeof pointer === 'string'
}
