// Journeys in a world that all journeys of a worker share. Each gets its own order and finds no fault of an earlier one.
import type { Page } from '@playwright/test'
import { hostedPage } from './shopper.ts'
import { test as base, expect, type World } from './world.ts'

interface Fixtures {
  order: string
  /** An order whose payment is authorized first, and completes by `completeElsewhere`. */
  slowOrder: string
  /** Create requests for payins since the journey began: a worker has one journey at a time. */
  creates: World['creates']
}

/** A journey in the worker's shared world, with its own order. */
export const test = base.extend<Fixtures>({
  world: async ({ shared }, use) => {
    await fetch(`${shared.world.sandbox}/sandbox/faults`, { method: 'DELETE' })
    await use(shared.world)
  },
  order: async ({ shared }, use) => use(shared.nextOrder()),
  slowOrder: async ({ shared }, use) => use(shared.nextSlowOrder()),
  creates: async ({ world }, use) => {
    const { length } = await world.creates()
    await use(async () => (await world.creates()).slice(length))
  },
})

/** The shopper pays on the hosted page and returns; the authorised payment settles at once, not in two seconds. */
export async function payAndSettle(page: Page, world: World, pay = hostedPage.pay): Promise<void> {
  const comesBack = page.waitForRequest((request) =>
    request.url().startsWith(`${world.shop}/checkout/return`),
  )
  await pay(page)
  await comesBack
  await letTimePass(world, 2_000)
}

/** Advances the service's clock; everything that is due by then happens at once. */
export async function letTimePass(world: World, ms: number): Promise<void> {
  await callSandbox(world, '/sandbox/clock', { advance_ms: ms })
}

/** Completes the payment at the service, without any action in this browser. */
export async function completeElsewhere(world: World, order: string): Promise<void> {
  await callSandbox(world, `/sandbox/payins/${(await payinsOf(world, order))[0]}/status`, {
    status: 'COMPLETED',
  })
}

/** Ids of an order's payins. */
export async function payinsOf(world: World, order: string): Promise<string[]> {
  const { payins } = await world.sandboxState()
  return payins.filter(({ reference }) => reference === order).map(({ id }) => id)
}

/** Calls a command of the sandbox, as in its README. */
export async function callSandbox(world: World, path: string, fields: object): Promise<void> {
  const response = await fetch(world.sandbox + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  expect(response.ok, await response.text()).toBe(true)
}

/** Serves the shop's page, and its page of thanks, with other headers than the demo's. */
export async function changeShopHeaders(
  page: Page,
  world: World,
  change: (headers: Record<string, string>) => Record<string, string>,
): Promise<void> {
  const isOfShop = ({ origin, pathname }: URL) => origin === world.shop && /^\/(thanks)?$/.test(pathname)
  await page.route(isOfShop, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: change(response.headers()) })
  })
}

/**
 * Runs in a page before its scripts: refuses storage to the widget, as strict settings and frames on other sites do.
 * The journey still records the events, in memory if the browser itself refuses storage.
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
    // Use the records in memory.
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
