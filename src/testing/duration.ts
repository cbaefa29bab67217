// Durations as milliseconds or text.
import { parseDuration } from '../sandbox/index.ts'

const longestMs = 366 * 86_400_000

/** In milliseconds, or with units: `'25 min'`, `'1 h 30 min'`; units are ms, s, min, h and d, the longer one first. */
export type Duration = number | string

/**
 * A duration in whole milliseconds.
 * @throws {RangeError} for an invalid text, for less than a millisecond, and for more than 366 days
 */
export function toMs(duration: Duration): number {
  const ms = typeof duration === 'number' ? Math.round(duration) : (parseDuration(duration) ?? Number.NaN)
  if (ms >= 1 && ms <= longestMs) return ms
  throw new RangeError(
    `${JSON.stringify(duration)} is not a valid duration. Give milliseconds, or a text such as '25 min' or '1 h 30 min', up to 366 d.`,
  )
}
