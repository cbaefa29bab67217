// Statistics of several samples. Always the median: one garbage collection, or other load on the machine, changes a
// mean, but not a median.

/** The middle of the samples; of an even number the mean of the two in the middle. @throws when there are none */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  if (upper === undefined || lower === undefined) throw new Error('There is no median of no samples.')
  return (lower + upper) / 2
}

/**
 * The median of each round's own ratio, not the ratio of two medians: a machine that slows down for some rounds slows
 * both sides of those rounds.
 * @throws when the sides have another number of rounds, or none
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new Error('A ratio needs both sides of each round.')
  return median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)))
}
