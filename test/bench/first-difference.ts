/** The first line in which two texts differ, as a sentence; `null` when they are the same. */
export function firstDifference(ours: string, theirs: string): string | null {
  const [a, b] = [ours.split('\n'), theirs.split('\n')]
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, n) => n).find((n) => a[n] !== b[n])
  if (at === undefined) return null
  const shown = (line: string | undefined) => (line === undefined ? 'nothing more' : line.trim())
  return `line ${at + 1}, ours has ${shown(a[at])}, theirs ${shown(b[at])}`
}
