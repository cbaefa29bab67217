// What the documents already refuse is refused before it is sent: a TypeError here is read by the developer who can
// correct it, a 422 in production by nobody.
import { isDecimal } from '../protocol/money.ts'

/** Characters are counted as JSON Schema does: an emoji is one. @throws {TypeError} */
export function checkLength(name: string, value: string | undefined, max: number): void {
  // Counting is for long texts only: no text has more characters than UTF-16 units.
  if (value === undefined || value.length <= max || [...value].length <= max) return
  throw new TypeError(`${name} is longer than ${max} characters. Send a shorter one, such as your own id.`)
}

/** For an id that becomes part of a path: an empty one, or dots, would ask for another address. @throws {TypeError} */
export function checkId(name: string, id: string): void {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return
  throw new TypeError(`${name} is empty or only dots. Give the id that the service answered.`)
}

/** @throws {TypeError} when it is not a positive `MonetaryAmount` of payments-v2 */
export function checkAmount(name: string, value: unknown): void {
  if (isDecimal(value) && /[1-9]/.test(value)) return
  throw new TypeError(`${name} must be a positive decimal string with at most 8 decimals, such as "49.90".`)
}

interface Range {
  readonly min: number
  readonly max?: number
}

/** A page's number or size. @throws {TypeError} */
export function checkWhole(
  name: string,
  value: number | undefined,
  { min, max = Number.MAX_SAFE_INTEGER }: Range,
): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`
  throw new TypeError(`${name} must be a whole number ${range}. Leave it out for the service's default.`)
}

/**
 * The legacy interface's amounts: at most 2 decimals, within a range. A number is refused although it could be sent:
 * 0.1 + 0.2 is a number, too, and nobody sees the cents that it lost.
 * @throws {TypeError}
 */
export function checkCents(
  name: string,
  value: unknown,
  { min, max = Number.POSITIVE_INFINITY }: Range,
): void {
  const written = typeof value === 'string' && /^[0-9]+(\.[0-9]{1,2})?$/.test(value)
  if (written && Number(value) >= min && Number(value) <= max) return
  const range = max === Number.POSITIVE_INFINITY ? `from ${min}` : `from ${min} to ${max}`
  throw new TypeError(`${name} must be a decimal string ${range} with at most 2 decimals, such as "49.90".`)
}
