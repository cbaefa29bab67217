// Money is a decimal string and a currency code everywhere, never a float: 0.1 + 0.2 would be 0.30000000000000004.

/** An amount as the service writes it: `value` is a decimal string, `currency` an ISO 4217 code or a crypto symbol. */
export interface Money {
  readonly value: string
  readonly currency: string
}

/** `MonetaryAmount` of payments-v2: digits, at most 8 decimals. */
export const decimal = /^[0-9]+(\.[0-9]{1,8})?$/

/** Whether a value is a decimal string in the format of payments-v2. */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && decimal.test(value)
}

/** Whether a decimal string is more than 0. */
export const isPositive = (value: string): boolean => /[1-9]/.test(value)

/** Parses an amount from unknown JSON; `null` if it is not one. */
export function parseMoney(value: unknown): Money | null {
  if (typeof value !== 'object' || value === null) return null
  const { value: amount, currency } = value as Record<string, unknown>
  if (!isDecimal(amount) || typeof currency !== 'string' || currency === '') return null
  return { value: amount, currency }
}

/** Whether two amounts are equal: `49.9 EUR` equals `49.90 EUR`. */
export function sameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && canonical(a.value) === canonical(b.value)
}

function canonical(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}
