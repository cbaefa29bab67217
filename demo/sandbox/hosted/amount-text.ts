// An amount as the payer reads it. The value stays a decimal string: a float would round 8 decimals.
import type { Payin } from '../payins.ts'

const fiat = new Set(Intl.supportedValuesOf('currency'))

export function amountText({ value, currency }: Payin['amount']): string {
  // Intl would throw on "USDT" and cut 0.00001 BTC to two decimals.
  if (!fiat.has(currency)) return `${value} ${currency}`
  const decimals = value.split('.')[1]?.length ?? 0
  const plain = new Intl.NumberFormat('en', { style: 'currency', currency })
  const usual = plain.resolvedOptions().maximumFractionDigits ?? 2
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    maximumFractionDigits: Math.max(usual, decimals),
  })
  return format.format(value as Intl.StringNumericLiteral)
}
