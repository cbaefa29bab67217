// Lengths of time as people type them: 24h, 90s, 25 min, 1d, 1h30m.

/** From the longest to the shortest. The first name of each is printed. */
const units: readonly { readonly ms: number; readonly names: readonly string[] }[] = [
  { ms: 24 * 60 * 60_000, names: ['d', 'day', 'days'] },
  { ms: 60 * 60_000, names: ['h', 'hour', 'hours'] },
  { ms: 60_000, names: ['min', 'm', 'mins', 'minute', 'minutes'] },
  { ms: 1_000, names: ['s', 'sec', 'secs', 'second', 'seconds'] },
  { ms: 1, names: ['ms'] },
]

/** Examples for an error message. */
export const durationExamples = '90s, 25min, 24h, 1d or 1h30m'

/**
 * A duration in milliseconds, or undefined for a text that is not one. Each unit may stand once, longer ones first. A
 * leading "+" is ignored. The result is a whole number that JavaScript holds exactly.
 */
export function parseDuration(text: string): number | undefined {
  const parts = /^\+?\s*((?:[0-9]+(?:\.[0-9]+)?\s*[a-z]+\s*)+)$/i.exec(text.trim())?.[1]
  if (parts === undefined) return undefined
  let sum = 0
  let next = 0
  for (const [, amount = '', name = ''] of parts.matchAll(/([0-9]+(?:\.[0-9]+)?)\s*([a-z]+)/gi)) {
    const at = units.findIndex(({ names }) => names.includes(name.toLowerCase()))
    const unit = units[at]
    if (!unit || at < next) return undefined
    next = at + 1
    const ms = exactProduct(amount, unit.ms)
    if (ms === undefined) return undefined
    sum += ms
  }
  return Number.isSafeInteger(sum) ? sum : undefined
}

/**
 * A decimal times a whole number, if the product is whole. Without rounding: 1.001 * 1000 is 1001, not
 * 1000.9999999999999.
 */
function exactProduct(decimal: string, factor: number): number | undefined {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (whole.length + fraction.length > 15) return undefined
  const scale = 10n ** BigInt(fraction.length)
  const product = BigInt(whole + fraction) * BigInt(factor)
  return product % scale === 0n ? Number(product / scale) : undefined
}

/** @param ms a whole number, 0 or more */
export function formatDuration(ms: number): string {
  let rest = ms
  const parts = units.flatMap(({ ms: unitMs, names: [name] }) => {
    const amount = Math.floor(rest / unitMs)
    rest -= amount * unitMs
    return amount > 0 ? [`${amount} ${name}`] : []
  })
  return parts.length > 0 ? parts.join(' ') : '0 s'
}
