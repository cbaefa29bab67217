// Suggestions for misspelt words: "Did you mean …?"

/**
 * The nearest word, or `undefined` if more than a third of the letters would be wrong. Ignores case.
 */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const [best] = words
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase(), 40) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return best?.word
}

export function didYouMean(typed: string, words: readonly string[]): string {
  const word = nearest(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

/**
 * Letters to add, remove, change or swap with the next one (the optimal string alignment distance).
 * @param most the largest difference in length of a misspelling. Beyond it the result is infinite, because long input would
 *   make a large table
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
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
