// One world for all short journeys of a worker, because starting its programs costs more than a payment.
import { rm } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { World } from './opened-world.ts'
import { copySeededDatabase } from './seeded-database.ts'

const manyOrders = 200

interface Shared {
  readonly world: World
  nextOrder(): string
  /** An order whose payment is authorized first, and completes when the journey says so. */
  nextSlowOrder(): string
}

/**
 * The base of all journeys, also of those without the shared world. For journeys with other worker
 * fixtures Playwright starts new workers, and each of them would open another world.
 */
export const test = base.extend<object, { shared: Shared; sharedEnv: Record<string, string> }>({
  /** Environment of the shared world's merchant server beyond the usual. */
  sharedEnv: [{}, { option: true, scope: 'worker' }],
  shared: [
    async ({ sharedEnv }, use) => {
      const dataDir = await copySeededDatabase()
      await fillShelf(dataDir)
      const world = await World.open(dataDir, sharedEnv)
      let orders = 0
      await use({ world, nextOrder: () => `J-${++orders}`, nextSlowOrder: () => `S-${++orders}` })
      await world.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Adds orders: every payment uses one. Each has its own shopper, because the hosted page offers a known shopper's saved methods. */
export async function fillShelf(dataDir: string): Promise<void> {
  const db = await openPglite(dataDir)
  await db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
     select kind || n, 'Lantern ' || n, price, 'EUR', 'shopper-' || n || '@shop.example', 'Shopper', n::text
     from generate_series(1, $1::int) n, (values ('J-', '49.90'), ('S-', '66.12')) kinds (kind, price)`,
    [manyOrders],
  )
  await db.close()
}
