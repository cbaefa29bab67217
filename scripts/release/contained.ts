// The packages of others whose code is inside of ours: they are not installed beside it, and belong into its inventory all the
// same. The build notes them with their licences.
import { readFileSync } from 'node:fs'

/** Each file in which the build notes what is contained in what. */
const notes = {
  'dist/payin-checkout.js': 'dist/third-party-licenses.txt',
  'dist/cli, dist/sandbox, dist/testing': 'dist/cli/third-party-licenses.txt',
} as const

export interface Contained {
  /** `name@version` */
  readonly package: string
  /** What of ours has it inside. */
  readonly in: readonly string[]
}

/** What the package in dist/ contains. @throws {Error} when a note is empty */
export function containedInDist(): Contained[] {
  return containedIn(Object.entries(notes).map(([what, file]) => [what, readFileSync(file, 'utf8')]))
}

/** @param texts what of ours, and its note. @throws {Error} when a note names nothing */
export function containedIn(texts: readonly (readonly [what: string, note: string])[]): Contained[] {
  const places = new Map<string, string[]>()
  for (const [what, note] of texts) {
    const titles = titlesIn(note)
    if (titles.length === 0) throw new Error(`The licences beside ${what} name no package.`)
    for (const title of titles) places.set(title, [...(places.get(title) ?? []), what])
  }
  return [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, what]) => ({ package: title, in: what }))
}

/** A title is the line that begins a licence: `parse5 8.1.1 (MIT)`. */
const titlesIn = (note: string): string[] =>
  [...note.matchAll(/(?:^|\n\n)((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*) \(.+\)(?=\n\n)/g)].map(
    ([, name, version]) => `${name}@${version}`,
  )
