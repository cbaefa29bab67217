// A journey with its own world. Most journeys use the shared world instead: shared-world.ts beside this file.
import { rm } from 'node:fs/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { eventNames } from '../../../src/checkout/event-names.ts'
import { World } from './opened-world.ts'
import { copySeededDatabase } from './seeded-database.ts'
import { test as base } from './worker-world.ts'

export { apiKey, type SandboxState, World, webhookSecret } from './opened-world.ts'

export interface EmittedEvent {
  readonly name: string
  readonly order: string
  readonly detail: {
    readonly status?: string
    readonly mode?: string
    readonly status_details?: string | null
  }
}

/** The events that were dispatched on the page, over reloads and redirects. They are read again if the page is left meanwhile. */
export async function emittedEvents(page: Page): Promise<EmittedEvent[]> {
  try {
    return await page.evaluate(() => JSON.parse(sessionStorage.getItem('journey-events') ?? '[]'))
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error
    await page.waitForLoadState()
    return emittedEvents(page)
  }
}

export async function emittedNames(page: Page): Promise<string[]> {
  return (await emittedEvents(page)).map(({ name }) => name)
}

/** How often an event was dispatched on the page, over reloads and redirects. */
export async function timesEmitted(page: Page, name: string): Promise<number> {
  return (await emittedNames(page)).filter((emitted) => emitted === name).length
}

/** Records events in every page of the browser, before its scripts run, and logs policy violations. */
export async function recordEventsInPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(recordEvents, [...eventNames])
}

function recordEvents(names: readonly string[]): void {
  for (const name of ['payment', 'payout'].flatMap((prefix) => names.map((name) => `${prefix}-${name}`))) {
    document.addEventListener(name, (event) => {
      const { detail, target } = event as CustomEvent
      const emitted = JSON.parse(sessionStorage.getItem('journey-events') ?? '[]')
      emitted.push({ name: event.type, order: (target as Element).getAttribute('order'), detail })
      sessionStorage.setItem('journey-events', JSON.stringify(emitted))
    })
  }
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`)
  })
}

interface Fixtures {
  world: World
  /** Environment of the merchant server beyond the usual. */
  serverEnv: Record<string, string>
  /** Console errors that the journey expects. */
  expectedNoise: RegExp
}

/** A journey. It fails when a page logs an error that the journey does not expect. */
export const test = base.extend<Fixtures>({
  serverEnv: [{}, { option: true }],
  expectedNoise: [/^$/, { option: true }],
  world: async ({ serverEnv }, use) => {
    const dataDir = await copySeededDatabase()
    const world = await World.open(dataDir, serverEnv)
    await use(world)
    await world.close()
    await rm(dataDir, { recursive: true, force: true })
  },
  // After `world`, so that it ends first: pages without their servers log errors.
  context: async ({ context, world, expectedNoise }, use, journey) => {
    const noise: string[] = []
    await recordEventsInPages(context)
    context.on('console', (message) => {
      if (message.type() === 'error' && !expectedNoise.test(message.text()))
        noise.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => noise.push(String(error.error())))
    await use(context)
    if (journey.status !== journey.expectedStatus || noise.length > 0) {
      await journey.attach('server logs', { body: await world.describeRun(), contentType: 'text/plain' })
    }
    expect(noise).toEqual([])
  },
})

export { expect }
