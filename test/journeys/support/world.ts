// A journey: a shopper's browser, at a world of the journey's own. Most share one instead: shared-world beside this file.
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

/** What the page's listeners were told, over reloads and redirects. */
export async function emittedEvents(page: Page): Promise<EmittedEvent[]> {
  try {
    return await page.evaluate(() => JSON.parse(sessionStorage.getItem('journey-events') ?? '[]'))
  } catch (error) {
    // Asked while the page was being left: who polls asks again.
    if (String(error).includes('Execution context was destroyed')) return []
    throw error
  }
}

export async function emittedNames(page: Page): Promise<string[]> {
  return (await emittedEvents(page)).map(({ name }) => name)
}

/** How often the page was told an event, over reloads and redirects. */
export async function timesEmitted(page: Page, name: string): Promise<number> {
  return (await emittedNames(page)).filter((told) => told === name).length
}

/** Every page of the browser listens like a merchant's, before its scripts run, and counts policy violations. */
export async function recordEventsInPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(recordEvents, [...eventNames])
}

function recordEvents(names: readonly string[]): void {
  for (const name of ['payment', 'payout'].flatMap((prefix) => names.map((name) => `${prefix}-${name}`))) {
    document.addEventListener(name, (event) => {
      const { detail, target } = event as CustomEvent
      const told = JSON.parse(sessionStorage.getItem('journey-events') ?? '[]')
      told.push({ name: event.type, order: (target as Element).getAttribute('order'), detail })
      sessionStorage.setItem('journey-events', JSON.stringify(told))
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
  /** Lines in any page's console that the journey expects. */
  expectedNoise: RegExp
}

/** A journey. It fails when any page of it complains in its console, beyond what it declares. */
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
  // After `world`, so that it ends before it: pages that outlive their servers complain.
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
      await journey.attach('behind the page', { body: await world.describeRun(), contentType: 'text/plain' })
    }
    expect(noise).toEqual([])
  },
})

export { expect }
