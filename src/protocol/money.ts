// Money is a decimal string and a code from end to end: a float would show 0.1 + 0.2 to a shopper.

/** An amount as the service writes it: `value` is a decimal string, `currency` an ISO 4217 code or a crypto symbol. */
export interface Money {
  readonly value: string
  readonly currency: string
}

/** `MonetaryAmount` of payments-v2: digits, at most 8 decimals. */
const decimal = /^[0-9]+(\.[0-9]{1,8})?$/

/** Tells whether a value is a decimal string as payments-v2 writes amounts. */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && decimal.test(value)
}

/** Reads an amount out of unknown JSON; `null` when it is not one. */
export function parseMoney(value: unknown): Money | null {
  if (typeof value !== 'object' || value === null) return null
  const { value: amount, currency } = value as Record<string, unknown>
  if (!isDecimal(amount) || typeof currency !== 'string' || currency === '') return null
  return { value: amount, currency }
}

/** Tells whether two amounts are the same money: `49.9 EUR` is `49.90 EUR`. */
export function sameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && canonical(a.value) === canonical(b.value)
}

function canonical(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}
