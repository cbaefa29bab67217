// One world for all short journeys of a worker, because starting its programs costs more than a payment.
import { rm } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { World } from './opened-world.ts'
import { copyStockedDatabase } from './seeded-database.ts'

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
      const dataDir = await copyStockedDatabase()
      const world = await World.open(dataDir, sharedEnv)
      let orders = 0
      await use({ world, nextOrder: () => `J-${++orders}`, nextSlowOrder: () => `S-${++orders}` })
      await world.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
