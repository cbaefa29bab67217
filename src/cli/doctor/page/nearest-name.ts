/** The known name that was probably meant, or `null`. */
export function nearestName(written: string, known: readonly string[]): string | null {
  const plain = written.replace(/[-_.]|^data-|-?(id|url)$/g, '')
  const meant = known.find((name) => name === plain)
  if (meant !== undefined) return meant
  const [best] = known
    .map((name) => ({ name, distance: distanceOf(written, name) }))
    .sort((a, b) => a.distance - b.distance)
  // In a short name, two letters would be half of it.
  return best && best.distance <= (best.name.length > 4 ? 2 : 1) ? best.name : null
}

/** The number of insertions, deletions, changes and swaps of neighbours (optimal string alignment distance). */
function distanceOf(a: string, b: string): number {
  // A much longer name is not a misspelling, and the comparison would be slow.
  if (Math.abs(a.length - b.length) > 2) return 3
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)]
      rows[i]?.push(Math.min(...steps, ...(isSwapped ? [at(i - 2, j - 2) + 1] : [])))
    }
  }
  return at(a.length, b.length)
}
