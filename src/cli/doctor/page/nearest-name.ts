import { editDistance } from '../../nearest.ts'

const mostChanges = 2

/** The known name that was probably meant, or `null`. */
export function nearestName(written: string, known: readonly string[]): string | null {
  const plain = written.replace(/[-_.]|^data-|-?(id|url)$/g, '')
  const meant = known.find((name) => name === plain)
  if (meant !== undefined) return meant
  const [best] = known
    .map((name) => ({ name, distance: editDistance(written, name, mostChanges) }))
    .filter(({ distance }) => distance <= mostChanges)
    .sort((a, b) => a.distance - b.distance)
  // In a short name, two letters would be half of it.
  return best && best.distance <= (best.name.length > 4 ? mostChanges : 1) ? best.name : null
}
