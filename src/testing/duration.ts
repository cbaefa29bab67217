// How long something takes, as a person writes it.
const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

const longestMs = 366 * 86_400_000

/** In milliseconds, or with units: `'25 min'`, `'1 h 30 min'`; units are ms, s, min, h and d. */
export type Duration = number | string

/**
 * A duration in whole milliseconds.
 * @throws {RangeError} for a text that is none, and for less than a millisecond or more than 366 days
 */
export function toMs(duration: Duration): number {
  const ms = typeof duration === 'number' ? Math.round(duration) : Math.round(read(duration))
  if (ms >= 1 && ms <= longestMs) return ms
  throw new RangeError(
    `${JSON.stringify(duration)} is no time to move by. Give milliseconds, or a text such as '25 min' or '1 h 30 min', up to 366 d.`,
  )
}

function read(text: string): number {
  if (!/^\s*(\d+(\.\d+)?\s*(ms|s|min|h|d)\s*)+$/.test(text)) return Number.NaN
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|min|h|d)/g)]
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (unitsMs[unit] ?? 0), 0)
}
