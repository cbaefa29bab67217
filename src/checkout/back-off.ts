/**
 * How long to wait before the next try, in milliseconds: full jitter over a doubling range, so that many
 * browsers that lost the same server do not come back in step. `Retry-After` is a floor under it.
 *
 * @param failures how many tries failed in a row, from 1
 */
export function backOffMs(failures: number, random: () => number, retryAfterMs = 0): number {
  const range = Math.min(baseMs * 2 ** (failures - 1), capMs)
  return Math.max(retryAfterMs, Math.round(leastMs + random() * (range - leastMs)))
}

const leastMs = 250
const baseMs = 1_000
const capMs = 20_000
