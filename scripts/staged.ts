// Writes a folder that others read meanwhile: creates the new files in another folder, then replaces each old file
// atomically. So a reader always finds every file, old or new, and never an incomplete one. Several may write one folder at
// the same time: the last one decides what it holds.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** No build takes this long: older folders are leftovers of a killed build. */
const abandonedMs = 10 * 60_000

/**
 * Makes the files of a folder.
 * @param out the folder
 * @param make writes all of its files into the folder that it is given, which is as deep as `out`
 */
export async function staged(out: string, make: (stage: string) => Promise<void>): Promise<void> {
  const parent = dirname(out)
  const prefix = `.${basename(out)}-next-`
  mkdirSync(parent, { recursive: true })
  removeAbandoned(parent, prefix)
  const stage = mkdtempSync(join(parent, prefix))
  try {
    await make(stage)
    swapIn(stage, out)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const path = join(parent, name)
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - changedAt > abandonedMs) rmSync(path, { recursive: true, force: true })
  }
}

/** Every file of a folder by its path, files in subfolders first: files that refer to others come after them. */
export function filesIn(folder: string): string[] {
  const depth = (path: string) => path.split(/[\\/]/).length
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // Another builder may have removed it meanwhile.
      .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
      .sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1))
  )
}

function swapIn(stage: string, out: string): void {
  const files = filesIn(stage)
  for (const path of files) {
    const place = join(out, path)
    mkdirSync(dirname(place), { recursive: true })
    renameSync(join(stage, path), place)
  }
  const made = new Set(files)
  for (const path of filesIn(out)) if (!made.has(path)) rmSync(join(out, path), { force: true })
}
