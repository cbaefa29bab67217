/**
 * Years 2000 to 9998. Others stand for "no time" or "never", and not every database client reads them again: in another time
 * zone the year has five digits, or the offset has seconds.
 */
const [earliest, latest] = [Date.UTC(2000), Date.UTC(9999)]

/** Parses a time of the service (ISO 8601); `null` without one, or when it is no time. */
export function parseTime(text: string | null | undefined): Date | null {
  const at = Date.parse(text ?? '')
  return at >= earliest && at < latest ? new Date(at) : null
}
