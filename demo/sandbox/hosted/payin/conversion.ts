// What a crypto transfer must bring: the amount itself, or its worth in USDC at an invented, fixed rate.
import { isFiat } from '../amount-text.ts'
import { fromUnits, type Money, toUnits } from './decimal.ts'

/** USDC for one unit, in ten-thousandths. Currencies that are not here count like the dollar. */
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

/** `rate` is the USDC that one unit brings; without it the amount was in crypto already. */
export type ToSend = { amount: Money; rate?: string }

export function toSend(amount: Money): ToSend {
  if (!isFiat(amount.currency)) return { amount }
  const rate = BigInt(rates[amount.currency] ?? 10_000)
  const units = (toUnits(amount.value) * rate) / 10_000n
  // USDC has six decimals: rounded up, so that the merchant is not short of a millionth.
  const sixDecimals = ((units + 99n) / 100n) * 100n
  return {
    amount: { value: fromUnits(sixDecimals, 2), currency: 'USDC' },
    rate: fromUnits(rate * 10_000n, 2),
  }
}
