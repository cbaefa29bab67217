// Third-party packages whose code our files contain. They are not installed with the package, but belong into its
// inventory. The build lists them with their licences.
import { readFileSync } from 'node:fs'

/** The licence file of each output with contained packages. */
const notes = {
  'dist/payin-checkout.js': 'dist/third-party-licenses.txt',
  'dist/cli, dist/sandbox, dist/testing': 'dist/cli/third-party-licenses.txt',
} as const

export interface Contained {
  /** `name@version` */
  readonly package: string
  /** The files of ours that contain it. */
  readonly in: readonly string[]
}

/** The contained packages of dist/. @throws {Error} when a licence file is empty */
export function containedInDist(): Contained[] {
  return containedIn(Object.entries(notes).map(([what, file]) => [what, readFileSync(file, 'utf8')]))
}

/** @param texts our files, with their licence texts. @throws {Error} when a text names no package */
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

/** A title is the first line of a licence: `parse5 8.1.1 (MIT)`. */
const titlesIn = (note: string): string[] =>
  [...note.matchAll(/(?:^|\n\n)((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*) \(.+\)(?=\n\n)/g)].map(
    ([, name, version]) => `${name}@${version}`,
  )
