import type { Money } from '../protocol/money.ts'

/**
 * An amount in the shopper's language. Decimal strings all the way: `Intl` throws on `USDC`, and shows
 * 0.00001 BTC as 0.00 unless it is told how many digits matter (FACTS 20). Never throws.
 */
export function moneyText({ value, currency }: Money, lang: string): string {
  const needed = (value.split('.')[1] ?? '').replace(/0+$/, '').length
  try {
    const style = { style: 'currency', currency, currencyDisplay: 'symbol' } as const
    const usual = formatOf(lang, style).resolvedOptions().minimumFractionDigits ?? 2
    const digits = Math.max(usual, needed)
    return formatter(lang, { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits })(value)
  } catch {
    return `${plainNumber(value, needed, lang)}\u00a0${currency}`
  }
}

function plainNumber(value: string, digits: number, lang: string): string {
  const range = { minimumFractionDigits: Math.max(digits, 2), maximumFractionDigits: Math.max(digits, 2) }
  try {
    return formatter(lang, range)(value)
  } catch {
    return value
  }
}

/** Making one takes longer than drawing the button that it is for. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(lang: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = lang + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(lang, options)
  formats.set(key, format)
  return format
}

/** `format` takes a decimal string without loss (ECMA-402, NumberFormat v3); TypeScript knows it as a number only. */
function formatter(lang: string, options: Intl.NumberFormatOptions): (value: string) => string {
  const format = formatOf(lang, options)
  return (value) => format.format(value as unknown as number)
}
