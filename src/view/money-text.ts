import type { Money } from '../protocol/money.ts'

/**
 * An amount in the shopper's language. Decimal strings all the way: `Intl` throws on `USDC`, and shows
 * 0.00001 BTC as 0.00 unless it is told how many digits matter (FACTS 20). Never throws.
 */
export function moneyText({ value, currency }: Money, lang: string): string {
  const needed = (value.split('.')[1] ?? '').replace(/0+$/, '').length
  try {
    const digits = Math.max(usualDigits(lang, currency), needed)
    return formatter(lang, digits, currency)(value)
  } catch {
    return `${plainNumber(value, needed, lang)}\u00a0${currency}`
  }
}

function plainNumber(value: string, digits: number, lang: string): string {
  try {
    return formatter(lang, Math.max(digits, 2))(value)
  } catch {
    return value
  }
}

const known = new Map<string, unknown>()

/** Made once: making a format takes longer than drawing the button that it is for. */
function once<Value>(key: string, make: () => Value): Value {
  if (!known.has(key)) known.set(key, make())
  return known.get(key) as Value
}

const style = (currency: string) => ({ style: 'currency', currency, currencyDisplay: 'symbol' }) as const

function usualDigits(lang: string, currency: string): number {
  const make = () => new Intl.NumberFormat(lang, style(currency)).resolvedOptions().minimumFractionDigits ?? 2
  return once(`${lang} ${currency}`, make)
}

/** `format` takes a decimal string without loss (ECMA-402, NumberFormat v3); TypeScript knows it as a number only. */
function formatter(lang: string, digits: number, currency?: string): (value: string) => string {
  const range = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = once(
    `${lang} ${currency} ${digits}`,
    () => new Intl.NumberFormat(lang, { ...(currency && style(currency)), ...range }),
  )
  return (value) => format.format(value as unknown as number)
}
