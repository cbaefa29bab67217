// Creating a PGlite takes seconds, and every test file needs one: it is created once for each version, and all load a copy.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Store } from '../../src/merchant/store/db.ts'
import { createLazyStore } from '../../src/merchant/store/lazy-store.ts'
import { openPglite } from '../../src/merchant/store/pglite.ts'

const folder = new URL('../../.cache/', import.meta.url)
const { version } = JSON.parse(
  readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8'),
) as { readonly version: string }
const image = new URL(`empty-database-${version}.tar`, folder)

/** Vitest's global setup. */
export default async function makeEmptyDatabase(): Promise<void> {
  if (process.env.TESTS_WITHOUT_DATABASE || existsSync(image)) return
  const pglite = await PGlite.create('memory://')
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(folder, { recursive: true })
  // Write under another name first: a parallel run must not read half a file.
  const half = new URL(`empty-database.${process.pid}`, folder)
  await writeFile(half, Buffer.from(await dump.arrayBuffer()))
  await rename(half, image)
}

/** An empty database in memory. */
export const openEmptyDatabase = async () => openPglite('memory://', await emptyImage())

/** The same as a store, as `pgliteStore('memory://')` makes one from nothing. */
export const openEmptyStore = (): Store => ({ ...createLazyStore(openEmptyDatabase), isForTryingOut: true })

/** Creates a folder with an empty database, for `DATA_DIR`. The caller removes it. */
export async function makeEmptyDatabaseFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'payin-empty-'))
  await (await openPglite(made, await emptyImage())).close()
  return made
}

/** The value for PGlite's `loadDataDir`. */
export const emptyImage = async () => new Blob([await readFile(image)])
