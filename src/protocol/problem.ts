/** One entry of `errors` in a 422 problem: a message and the JSON Pointer of the failing field. */
export interface ProblemError {
  readonly detail: string
  readonly pointer: string
}

/** RFC 9457 problem details, as both the service and the merchant protocol answer errors. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string | null
  readonly errors: readonly ProblemError[]
}

/**
 * Reads problem details out of an error answer's body, whatever it holds: a proxy's HTML page, an empty body and a
 * well-formed problem all give a `Problem`. Never throws; an error about an error helps nobody.
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
  }
}

/** RFC 9457 writes a pointer as a URI fragment (`#/payment/iban`), payments-v2 as a plain JSON Pointer: both mean the same. */
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
