// Checks input against the service's documents before it is sent. A developer sees a TypeError here during development; a
// 422 in production may go unnoticed.
import { isDecimal, isPositive } from '../protocol/money.ts'
import { isPathId } from './read-fields.ts'

/**
 * Checks a text that must be there. Its type is checked, too: in JavaScript a missing value arrives here as `undefined`, and
 * a filter without a value would find everything.
 * @throws {TypeError}
 */
export function checkText(name: string, value: unknown): asserts value is string {
  if (typeof value === 'string' && value !== '') return
  throw new TypeError(`${name} must be a text that is not empty.`)
}

/** Checks an optional text. Counts characters as JSON Schema does: an emoji is one. @throws {TypeError} */
export function checkLength(name: string, value: unknown, max: number): void {
  if (value === undefined || value === '') return
  checkText(name, value)
  // Count only long texts, because a text never has more characters than UTF-16 units.
  if (value.length <= max || [...value].length <= max) return
  throw new TypeError(`${name} is longer than ${max} characters. Send a shorter one, such as your own id.`)
}

/** What a header can carry. `test` alone would take `undefined` for a word. */
const isVisible = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

/** @throws {TypeError} that does not repeat the key */
export function checkApiKey(key: unknown): void {
  if (isVisible(key)) return
  throw new TypeError('apiKey is empty or holds a space or a line break. Copy the key whole, without quotes.')
}

/** Without its key, a request that is repeated creates a second object. @throws {TypeError} */
export function checkIdempotencyKey(key: unknown): void {
  if (isVisible(key) && key.length <= 36) return
  throw new TypeError('The Idempotency-Key must be 1 to 36 printable characters. Use a UUID.')
}

/** Checks an option. With NaN every comparison is false, and a call would be repeated for ever. @throws {TypeError} */
export function checkAtLeast(name: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least) return
  throw new TypeError(`${name} must be a number from ${least}. Leave it out for the default.`)
}

/** For an id in a path: an empty one or dots would lead to another address. @throws {TypeError} */
export function checkId(name: string, id: string): void {
  if (typeof id === 'string' && isPathId(id)) return
  throw new TypeError(`${name} is empty or only dots. Give the id that the service answered.`)
}

/** @throws {TypeError} if it is not a positive `MonetaryAmount` of payments-v2 */
export function checkAmount(name: string, value: unknown): void {
  if (isDecimal(value) && isPositive(value)) return
  throw new TypeError(`${name} must be a positive decimal string with at most 8 decimals, such as "49.90".`)
}

interface Range {
  readonly min: number
  readonly max?: number
}

/** Checks the number or size of a page. @throws {TypeError} */
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
 * Checks an amount of the legacy interface: at most 2 decimals, within a range. It refuses numbers, although the service
 * takes them: 0.1 + 0.2 is a number, too, and its rounding error would go unnoticed.
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
