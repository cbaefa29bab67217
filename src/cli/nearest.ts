// "Did you mean …?"

/**
 * The word that was most likely meant; undefined when none is near: more than a third of the letters would be wrong.
 * Capitals do not count.
 */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const [best] = words
    .map((word) => ({ word, distance: distanceOf(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return best?.word
}

/** What follows a sentence about a wrong word: the one that was most likely meant, or nothing. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = nearest(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

/** Letters to add, remove, change or swap with the next one (the optimal string alignment distance). */
function distanceOf(a: string, b: string): number {
  // A typed novel is near to nothing.
  if (Math.abs(a.length - b.length) > 40) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(best, (beforeLast[j - 2] ?? 0) + 1) : best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
