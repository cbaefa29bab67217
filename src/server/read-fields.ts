// Reading unknown JSON: what is not there, or not of its type, is `null`. An answer with one odd field is still an answer.
import { isDecimal } from '../protocol/money.ts'
import { UnknownAnswerError } from './errors.ts'

/**
 * The type of a word that the documents do not list. At run time it is the service's word, verbatim; assign it to a
 * `string` to compare it. Not `string` itself: that could be any documented word too, and so would stay in every branch
 * of a comparison and hide the fields of the others.
 */
export type OtherWord = '(a word that the document does not list)'

/** The fields of a JSON object; `null` for everything else. */
export function fieldsOf(json: unknown): Record<string, unknown> | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  return json as Record<string, unknown>
}

/** A text that says something. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** A legacy amount as a decimal string. A JSON number prints as the decimal it was written as, up to 15 digits. */
export function decimalText(value: unknown): string | null {
  const written = typeof value === 'number' ? String(value) : value
  return isDecimal(written) ? written : null
}

/** The one text that an answer is about. @throws {UnknownAnswerError} when it is not there */
export function requireText(json: unknown, field: string, call: string): string {
  const value = text(fieldsOf(json)?.[field])
  if (value !== null) return value
  throw new UnknownAnswerError(
    `The answer to ${call} has no ${field}. It may have had an effect; check that baseUrl is the service and not a proxy.`,
  )
}
