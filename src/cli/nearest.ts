// Suggestions for misspelt words: "Did you mean …?"
import { editDistance } from './edit-distance.ts'

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

/** A sentence with the nearest word, or an empty text. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = nearest(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}
