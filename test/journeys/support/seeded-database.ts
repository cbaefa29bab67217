// Creating a PGlite takes seconds, and copying one is fast: each journey gets a copy of one that was seeded once.
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../../src/merchant/store/db.ts'
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { freePort } from '../../support/free-port.ts'
import { isRunning } from '../../support/left-behind.ts'
import { startProgram } from './process.ts'
import { bundlePrograms } from './programs.ts'

/** Orders of each kind on the shelf. */
const manyOrders = 200
const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url))
const seededIn = (folder: string) => join(folder, 'seeded')
const stockedIn = (folder: string) => join(folder, 'stocked')

/**
 * A global set-up: bundles the programs of journeys, and starts a merchant server once, which migrates and seeds. In a folder of
 * this run, which its processes learn from the environment: another run may begin meanwhile.
 * @returns its teardown
 */
export default async function seedDatabase(): Promise<() => Promise<void>> {
  await removeLeftFolders()
  const folder = join(cache, `run-${process.pid}`)
  await mkdir(folder, { recursive: true })
  process.env.JOURNEY_FOLDER = folder
  const [seeded, stocked] = [seededIn(folder), stockedIn(folder)]
  await bundlePrograms(join(folder, 'programs'))
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: seeded }
  const server = await startProgram('demo/server.ts', env, `http://localhost:${port}/healthz`)
  await server.end('SIGTERM')
  // As if no server had run on it: a start on a database with a heartbeat may follow a loss, and costs a call for each order.
  const db = await openPglite(seeded)
  await db.query('update payin_checkout.installation set beat_at = null')
  await db.close()
  await cp(seeded, stocked, { recursive: true })
  const shelf = await openPglite(stocked)
  await fillShelf(shelf)
  await shelf.close()
  return () => rm(folder, { recursive: true, force: true })
}

/** Removes the folders of runs that were killed. */
async function removeLeftFolders(): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const [, pid] = /^run-(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(cache, name), { recursive: true, force: true })
  }
}

/**
 * Adds orders for the worlds that many journeys share: each payment needs one. Each has its own shopper, because the hosted
 * page offers a known shopper's saved methods.
 */
async function fillShelf(db: Pick<Store, 'query'>): Promise<void> {
  await db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
     select kind || n, 'Lantern ' || n, price, 'EUR', 'shopper-' || n || '@shop.example', 'Shopper', n::text
     from generate_series(1, $1::int) n, (values ('J-', '49.90'), ('S-', '66.12')) kinds (kind, price)`,
    [manyOrders],
  )
}

/** A new folder with a seeded database, for `DATA_DIR`. The caller removes it. */
export const copySeededDatabase = () => copyOf(seededIn)

/** The same with many orders besides, for a world that many journeys share. A page of all orders would be long. */
export const copyStockedDatabase = () => copyOf(stockedIn)

async function copyOf(databaseIn: (folder: string) => string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'payin-journey-'))
  await cp(databaseIn(process.env.JOURNEY_FOLDER ?? ''), copy, { recursive: true })
  return copy
}
