// Money as a shopper reads it, from the decimal string alone. Not Intl.NumberFormat: it throws on USDC and shows
// 0.0015 BTC as 0.00. A value is never rounded, and a code nobody knows is written out instead of refused.

interface Writing {
  readonly symbol: string
  /** Decimals always shown; more are shown only when they carry a digit. */
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

/** `€49.90`, `¥12,500`, `0.0015 BTC`. What is no decimal string is shown as it came. */
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
