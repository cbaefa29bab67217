// Decides whether something must be built again, by the contents of files and not by their times: a checkout sets
// new times, and an editor may save the same text.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesIn } from './staged.ts'

export interface Built {
  /** Source files and folders; a missing one counts as empty. */
  readonly from: readonly string[]
  /** The output folder. */
  readonly out: string
  /** The stamp file, with the hash of the sources. */
  readonly stamp: string
}

/** What `npm run build` makes. */
export const dist: Built = {
  from: [
    'src',
    'scripts',
    'package.json',
    'package-lock.json',
    // The installed packages may differ from the lock file.
    'node_modules/.package-lock.json',
    'tsconfig.base.json',
    'vite.config.ts',
  ],
  out: 'dist',
  stamp: '.cache/dist.stamp',
}

/** Whether the folder is complete, unchanged and up to date. */
export function isFresh({ from, out, stamp }: Built): boolean {
  if (!existsSync(stamp) || !existsSync(out)) return false
  return readFileSync(stamp, 'utf8') === `${hashOf(from)} ${hashOf([out])}`
}

/** The hash of the sources. Taken before a build, so that a source that changes during it is built next time. */
export const sourcesOf = ({ from }: Built): string => hashOf(from)

/** Writes the stamp of the folder. */
export function writeStamp({ out, stamp }: Built, sources: string): void {
  mkdirSync(dirname(stamp), { recursive: true })
  const half = `${stamp}.${process.pid}`
  writeFileSync(half, `${sources} ${hashOf([out])}`)
  renameSync(half, stamp)
}

function hashOf(places: readonly string[]): string {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const path of places.flatMap(filesOf)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function filesOf(place: string): string[] {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return filesIn(place).map((path) => join(place, path))
}
