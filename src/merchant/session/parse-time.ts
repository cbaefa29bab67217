/**
 * Years 2000 to 9998. Others stand for "no time" or "never", and not every database client reads them again: in another time
 * zone the year has five digits, or the offset has seconds.
 */
const [earliest, latest] = [Date.UTC(2000), Date.UTC(9999)]

/** @param at ms since 1970 */
export const isRealTime = (at: number): boolean => at >= earliest && at < latest

/** A time of day at the end, as some servers write UTC. JavaScript would read it in the time zone of this machine. */
const withoutOffset = /[T ]\d\d:\d\d[\d:.]*$/i

/** Parses a time of the service (ISO 8601, without an offset UTC); `null` without one, or when it is no time. */
export function parseTime(text: string | null | undefined): Date | null {
  const at = Date.parse(text?.replace(withoutOffset, '$&Z') ?? '')
  return isRealTime(at) ? new Date(at) : null
}
