import type { Money } from './money.ts'

/**
 * An amount in the shopper's language. Never throws. `Intl` throws for `USDC`, and shows 0.00001 BTC as 0.00 unless the
 * number of digits is set (docs/internals/browser-facts.md#intl-does-not-know-every-currency). The value stays a decimal string.
 */
export function moneyText({ value, currency }: Money, lang: string): string {
  const needed = (value.split('.')[1] ?? '').replace(/0+$/, '').length
  try {
    const usual = formatter(lang, undefined, currency)
    return write(usual.digits < needed ? formatter(lang, needed, currency) : usual, value)
  } catch {
    return `${plainNumber(value, needed, lang)}\u00a0${currency}`
  }
}

function plainNumber(value: string, digits: number, lang: string): string {
  try {
    return write(formatter(lang, Math.max(digits, 2)), value)
  } catch {
    return value
  }
}

interface Formatter {
  readonly format: Intl.NumberFormat
  /** Digits after the decimal point. */
  readonly digits: number
}

const known = new Map<string, Formatter>()

/**
 * A cached formatter. Making one takes longer than rendering the button that it is for.
 * @param digits after the decimal point; absent: as many as the currency has
 * @throws {RangeError} for an invalid language or currency
 */
function formatter(lang: string, digits?: number, currency?: string): Formatter {
  const key = `${lang} ${currency} ${digits}`
  const made = known.get(key)
  if (made) return made
  const format = new Intl.NumberFormat(lang, {
    ...(currency && { style: 'currency', currency, currencyDisplay: 'symbol' }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const fresh = { format, digits: digits ?? format.resolvedOptions().minimumFractionDigits ?? 2 }
  known.set(key, fresh)
  return fresh
}

/** `format` accepts a decimal string without loss (ECMA-402, NumberFormat v3), but its TypeScript type allows only literals. */
const write = ({ format }: Formatter, value: string): string =>
  format.format(value as Intl.StringNumericLiteral)
