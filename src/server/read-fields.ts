// Parses single fields of unknown JSON. A missing field or a wrong type becomes `null`, so that one wrong field does not
// spoil the whole answer.
import { isDecimal } from '../protocol/money.ts'
import { UnknownAnswerError } from './errors.ts'

/**
 * The type of a value that the documents do not list. At run time it is the value from the service, verbatim; assign it to
 * a `string` to compare it. Not `string` itself: a `string` includes the documented values, so a comparison could not
 * narrow the type of the object.
 */
export type UndocumentedValue = '(a value that the documents do not list)'

/** The fields of a JSON object; `null` for everything else. */
export function fieldsOf(json: unknown): Record<string, unknown> | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  return json as Record<string, unknown>
}

/** A text that is not empty. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Whether an id leads to its own address in a path. Dots alone would lead to another one. */
export function isPathId(id: string): boolean {
  return !/^\.{0,2}$/.test(id)
}

/** An id that can be asked about. */
export function idText(value: unknown): string | null {
  const id = text(value)
  return id !== null && isPathId(id) ? id : null
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** A legacy amount as a decimal string. A JSON number with up to 15 digits prints as it was written. */
export function decimalText(value: unknown): string | null {
  const written = typeof value === 'number' ? String(value) : value
  return isDecimal(written) ? written : null
}

/** An id or a link that an answer must have. @throws {UnknownAnswerError} without it */
export function requireText(json: unknown, field: string, call: string): string {
  const value = idText(fieldsOf(json)?.[field])
  if (value !== null) return value
  throw new UnknownAnswerError(
    `The answer to ${call} has no ${field}. It may have had an effect; check that baseUrl is the service and not a proxy.`,
  )
}
