// Arithmetic with decimal strings. Amounts have up to 8 decimals and any number of digits, too many for a float.
export type { Money } from '../service/intents.ts'

const scale = 8

/** In hundred-millionths. */
export function toUnits(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** @param decimals the least number of decimals; further decimals appear only if they are not zero */
export function fromUnits(units: bigint, decimals = 0): string {
  const digits = units.toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '').padEnd(decimals, '0')
  return digits.slice(0, -scale) + (fraction === '' ? '' : `.${fraction}`)
}

export function plus(a: string, b: string): string {
  return fromUnits(toUnits(a) + toUnits(b), decimalsOf(a))
}

export function minus(a: string, b: string): string {
  return fromUnits(toUnits(a) - toUnits(b), decimalsOf(a))
}

function decimalsOf(value: string): number {
  return value.split('.')[1]?.length ?? 0
}
