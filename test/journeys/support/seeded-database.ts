// Creating a PGlite takes seconds, and copying one is fast: each journey gets a copy of one that was seeded once.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../../src/merchant/store/db.ts'
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { freePort } from '../../support/free-port.ts'
import { startProgram } from './process.ts'
import { bundlePrograms } from './programs.ts'

/** Orders of each kind on the shelf. */
const manyOrders = 200
const folder = (name: string) => fileURLToPath(new URL(`../../../.cache/${name}`, import.meta.url))
const seeded = folder('seeded-database')
const stocked = folder('stocked-database')

/** A global set-up: bundles the programs of journeys, and starts a merchant server once, which migrates and seeds. */
export default async function seedDatabase(): Promise<void> {
  await bundlePrograms()
  for (const each of [seeded, stocked]) await rm(each, { recursive: true, force: true })
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: seeded }
  const server = await startProgram('demo/server.ts', env, `http://localhost:${port}/healthz`)
  await server.kill('SIGTERM')
  // As if no server had run on it: a start on a database with a heartbeat may follow a loss, and costs a call for each order.
  const db = await openPglite(seeded)
  await db.query('update payin_checkout.installation set beat_at = null')
  await db.close()
  await cp(seeded, stocked, { recursive: true })
  const shelf = await openPglite(stocked)
  await fillShelf(shelf)
  await shelf.close()
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
export const copySeededDatabase = () => copyOf(seeded)

/** The same with many orders besides, for a world that many journeys share. A page of all orders would be long. */
export const copyStockedDatabase = () => copyOf(stocked)

async function copyOf(database: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'payin-journey-'))
  await cp(database, copy, { recursive: true })
  return copy
}
