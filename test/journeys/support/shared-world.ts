// One world for all short journeys of a worker: starting its programs costs more than a payment does.
// Each journey gets an order of its own and finds no fault of an earlier one.
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openPglite } from '../../../server-example/store/pglite.ts'
import { copySeededDatabase } from './seeded-database.ts'
import { hostedPage } from './shopper.ts'
import { test as base, expect, World } from './world.ts'

const manyOrders = 100

interface Shared {
  readonly world: World
  nextOrder(): string
}

/** A journey in the worker's shared world, about an order of its own. */
export const test = base.extend<{ order: string }, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const dataDir = await copySeededDatabase()
      await fillShelf(dataDir)
      const world = await World.open(dataDir)
      let orders = 0
      await use({ world, nextOrder: () => `J-${++orders}` })
      await world.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: async ({ shared }, use) => {
    await fetch(`${shared.world.sandbox}/sandbox/faults`, { method: 'DELETE' })
    await use(shared.world)
  },
  order: async ({ shared }, use) => use(shared.nextOrder()),
})

/** Every payment uses up an order. A shopper each: the hosted page offers a known one what they paid with before. */
async function fillShelf(dataDir: string): Promise<void> {
  const db = await openPglite(dataDir)
  await db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
     select 'J-' || n, 'Lantern ' || n, '49.90', 'EUR', 'shopper-' || n || '@shop.example', 'Shopper', n::text
     from generate_series(1, $1::int) n`,
    [manyOrders],
  )
  await db.close()
}

/** The shopper pays on the hosted page and comes back; what was authorised settles at once, not in two seconds. */
export async function payAndSettle(page: Page, world: World): Promise<void> {
  const comesBack = page.waitForRequest((request) =>
    request.url().startsWith(`${world.shop}/checkout/return`),
  )
  await hostedPage.pay(page)
  await comesBack
  await letTimePass(world, 2_000)
}

/** What is due at the service until then happens at once. */
export async function letTimePass(world: World, ms: number): Promise<void> {
  await pull(world, '/sandbox/clock', { advance_ms: ms })
}

/** The service hears of the money from elsewhere: no window of this browser moves. */
export async function completeElsewhere(world: World, order: string): Promise<void> {
  await pull(world, `/sandbox/payins/${(await payinsOf(world, order))[0]}/status`, { status: 'COMPLETED' })
}

/** Ids of the payins that were made for an order. */
export async function payinsOf(world: World, order: string): Promise<string[]> {
  const { payins } = await world.sandboxState()
  return payins.filter(({ reference }) => reference === order).map(({ id }) => id)
}

/** A lever of the sandbox, by its README. */
export async function pull(world: World, path: string, lever: object): Promise<void> {
  const response = await fetch(world.sandbox + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(lever),
  })
  expect(response.ok, await response.text()).toBe(true)
}

/** Serves the shop's page with other headers than the demo's. */
export async function changeShopHeaders(
  page: Page,
  world: World,
  change: (headers: Record<string, string>) => Record<string, string>,
): Promise<void> {
  await page.route(`${world.shop}/?*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: change(response.headers()) })
  })
}

/**
 * Runs in a page before its scripts: the widget is refused storage, as strict settings and frames on other sites do.
 * The journey goes on writing down what the page hears, in a notebook where the browser itself refuses.
 */
export function refuseStorage(): void {
  const notebook = new Map<string, string>()
  let storage: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: (key) => notebook.get(key) ?? null,
    setItem: (key, value) => void notebook.set(key, value),
  }
  try {
    storage = sessionStorage
  } catch {
    // The notebook it is.
  }
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      const caller = new Error().stack?.split('\n')[2] ?? ''
      if (caller.includes('payin-checkout.js')) throw new DOMException('refused', 'SecurityError')
      return storage
    },
  })
}

export { expect }
