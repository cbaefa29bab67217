// Two builds of one commit must be the same, byte for byte. Otherwise nobody can verify that a package comes from it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../staged.ts'

/** SHA-256 of each file, by its path. */
export type Hashes = ReadonlyMap<string, string>

/** Every file below a folder, by its path in it with `/`. */
export function hashesIn(folder: string): Hashes {
  return new Map(
    filesIn(folder)
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), hashOf(join(folder, path))]),
  )
}

/** @param file its path */
export const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The differences, a line for each file. */
export function differencesBetween(first: Hashes, second: Hashes): string[] {
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort()
  return paths.flatMap((path) => {
    if (!second.has(path)) return [`${path} is in the first build only`]
    if (!first.has(path)) return [`${path} is in the second build only`]
    return first.get(path) === second.get(path) ? [] : [`${path} differs`]
  })
}
