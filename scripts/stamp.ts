// Builds a folder if it must be built again, which is decided by the contents of files and not by their times: a checkout sets
// new times, and an editor may save the same text.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { filesIn, staged } from './staged.ts'

export interface Built {
  /** Source files and folders; a missing one counts as empty. */
  readonly from: readonly string[]
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
  return readFileSync(stamp, 'utf8') === `${hashOf(from)} ${hashOf([out], out)}`
}

/**
 * Builds the folder, unless it is up to date. Builders do not wait for each other: each makes files of its own, and its stamp
 * names these files. So a folder in which two builders have put different files is not up to date.
 * @param make writes all files into the folder that it is given (staged.ts)
 * @param always builds a folder that is up to date, too
 */
export async function buildFolder(
  built: Built,
  make: (stage: string) => Promise<void>,
  always = false,
): Promise<void> {
  if (!always && isFresh(built)) return
  // Taken before the build, so that a source that changes during it is built next time.
  const sources = hashOf(built.from)
  let made = ''
  await staged(resolve(built.out), async (stage) => {
    await make(stage)
    made = hashOf([stage], stage)
  })
  mkdirSync(dirname(built.stamp), { recursive: true })
  const half = `${built.stamp}.${process.pid}`
  writeFileSync(half, `${sources} ${made}`)
  renameSync(half, built.stamp)
}

/** The hash of all files in some places: their paths, relative to the base, and their contents. */
function hashOf(places: readonly string[], base = '.'): string {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const path of places.flatMap(filesOf))
    hash
      .update(`${relative(base, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(place: string): string[] {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return filesIn(place).map((path) => join(place, path))
}
