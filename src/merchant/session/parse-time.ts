/** Parses a time of the service (ISO 8601); `null` without one, or when it is no time. */
export function parseTime(text: string | null | undefined): Date | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at)
}
