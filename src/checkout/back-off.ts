/**
 * The delay before the next try, in milliseconds: full jitter over a range that doubles with each failure, so that many
 * browsers do not retry at the same moment after an outage. The delay is never shorter than `Retry-After`.
 *
 * @param failures how many tries failed in a row, from 1
 */
export function backOffMs(failures: number, random: () => number, retryAfterMs = 0): number {
  const range = Math.min(baseMs * 2 ** (failures - 1), maxMs)
  return Math.max(retryAfterMs, Math.round(minMs + random() * (range - minMs)))
}

const minMs = 250
const baseMs = 1_000
const maxMs = 20_000
