// Formats money from the decimal string. Not Intl.NumberFormat: it throws on USDC and shows
// 0.0015 BTC as 0.00. A value is never rounded, and an unknown currency code is shown as text.

interface Writing {
  readonly symbol: string
  /** The minimum number of decimals; further decimals are shown without trailing zeros. */
  readonly digits: number
}

const writings: Readonly<Record<string, Writing | undefined>> = {
  EUR: { symbol: '€', digits: 2 },
  USD: { symbol: '$', digits: 2 },
  GBP: { symbol: '£', digits: 2 },
  JPY: { symbol: '¥', digits: 0 },
  CHF: { symbol: '', digits: 2 },
  USDC: { symbol: '', digits: 2 },
  USDT: { symbol: '', digits: 2 },
}

/** `€49.90`, `¥12,500`, `0.0015 BTC`. A text that is not a decimal is shown unchanged. */
export function moneyText(value: string, currency: string): string {
  const writing = Object.hasOwn(writings, currency) ? writings[currency] : undefined
  const amount = amountText(value, writing?.digits ?? 0)
  return writing?.symbol ? `${writing.symbol}${amount}` : `${amount} ${currency}`
}

function amountText(value: string, digits: number): string {
  if (!/^\d+(\.\d+)?$/.test(value)) return value
  const [whole = '', fraction = ''] = value.split('.')
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = fraction.replace(/0+$/, '').padEnd(digits, '0')
  return decimals ? `${grouped}.${decimals}` : grouped
}
