// Tells whether something has to be built anew, by what files hold and not by when they were written: a checkout gives
// them new times, and an editor may save the same text.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesIn } from './staged.ts'

export interface Built {
  /** Files and folders that it is made of; one that is not there counts as empty. */
  readonly from: readonly string[]
  /** The folder that is made. */
  readonly out: string
  /** Where it is noted what it was made of. */
  readonly stamp: string
}

/** What `npm run build` makes. */
export const dist: Built = {
  from: [
    'src',
    'demo/sandbox',
    'scripts',
    'package.json',
    'package-lock.json',
    // What is installed may be newer than what the lock file said when it was.
    'node_modules/.package-lock.json',
    'tsconfig.base.json',
    'vite.config.ts',
  ],
  out: 'dist',
  stamp: '.cache/dist.stamp',
}

/** Tells whether the folder holds what would be built now, complete and unchanged. */
export function isFresh({ from, out, stamp }: Built): boolean {
  if (!existsSync(stamp) || !existsSync(out)) return false
  return readFileSync(stamp, 'utf8') === `${hashOf(from)} ${hashOf([out])}`
}

/** What the sources hold now. Taken before a build: a source that changes in the middle of it is built next time. */
export const sourcesOf = ({ from }: Built): string => hashOf(from)

/** Notes what the folder was made of. */
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
