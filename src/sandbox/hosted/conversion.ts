// Converts amounts to USDC at invented, fixed rates. The documents show no rates, and fixed ones make results testable.
import { isFiat } from './amount-text.ts'
import { fromUnits, type Money, toUnits } from './decimal.ts'

/** USDC for one unit, in ten-thousandths. Other currencies have the rate of the dollar. */
const rates: Record<string, number> = {
  AED: 2_720,
  CHF: 11_300,
  EUR: 10_800,
  GBP: 12_700,
  JPY: 66,
  PLN: 2_500,
  SEK: 950,
  TRY: 290,
  USD: 10_000,
}

/** `rate` is the USDC for one unit. It is missing when the amount was in crypto already. */
export type Converted = { amount: Money; rate?: string }

/** @param rounding to the six decimals of USDC: up for what a payer sends, down for what a merchant receives */
export function toUsdc(amount: Money, rounding: 'up' | 'down'): Converted {
  if (!isFiat(amount.currency)) return { amount }
  const rate = BigInt(rates[amount.currency] ?? 10_000)
  const units = (toUnits(amount.value) * rate) / 10_000n
  const sixDecimals = ((units + (rounding === 'up' ? 99n : 0n)) / 100n) * 100n
  return {
    amount: { value: fromUnits(sixDecimals, 2), currency: 'USDC' },
    rate: fromUnits(rate * 10_000n, 2),
  }
}
