// The world of one journey: a sandbox, a merchant server with the demo shop, a shopper's browser.
import { rm } from 'node:fs/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort, type Program, startProgram } from './process.ts'
import { copySeededDatabase } from './seeded-database.ts'

export const apiKey = 'test_canary_5e1f0c9b7a'
export const webhookSecret = 'canary_webhook_3d2b8e6f'

export interface SandboxState {
  payins: { id: string; status: string; reference: string; amount: { value: string; currency: string } }[]
  payouts: { status: string; reference: string }[]
  bank_transfers: { paymentStatus: string; revision: string }[]
  deliveries: { object_id: string; body: string; signature: string; status: number | null }[]
  requests: { method: string; path: string; status: number; idempotency_key: string | null }[]
  /** Switched on. `left` is null where a fault strikes until it is taken back; one that is used up is gone. */
  faults: { fault: string; left: number | null; struck: number }[]
}

export class World {
  readonly shop: string
  readonly sandbox: string
  readonly #serverEnv: Record<string, string>
  readonly #programs: Program[] = []
  readonly #servers = new Map<string, Program>()

  private constructor(shopPort: number, sandboxPort: number, dataDir: string, env: Record<string, string>) {
    this.shop = env.PUBLIC_URL ?? `http://localhost:${shopPort}`
    this.sandbox = `http://localhost:${sandboxPort}`
    this.#serverEnv = {
      PORT: String(shopPort),
      PAYMENTS_BASE_URL: this.sandbox,
      PAYMENTS_API_KEY: apiKey,
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
      DATA_DIR: dataDir,
      ...env,
    }
  }

  static async open(dataDir: string, env: Record<string, string> = {}): Promise<World> {
    const [shopPort, sandboxPort] = [await freePort(), await freePort()]
    const world = new World(shopPort, sandboxPort, dataDir, env)
    const sandboxEnv = {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_API_KEY: apiKey,
      SANDBOX_WEBHOOK_SECRET: webhookSecret,
    }
    const [sandbox] = await Promise.all([
      startProgram('demo/sandbox/main.ts', sandboxEnv, `${world.sandbox}/sandbox/state`),
      world.startServer(),
    ])
    world.#programs.push(sandbox)
    return world
  }

  /** Starts the merchant server. @param env what is different about this one */
  async startServer(env: Record<string, string> = {}): Promise<void> {
    const all = { ...this.#serverEnv, ...env }
    const server = await startProgram('demo/server.ts', all, `http://localhost:${all.PORT}/healthz`)
    this.#servers.set(all.PORT ?? '', server)
    this.#programs.push(server)
  }

  /** @param port of which instance, where there are several */
  async killServer(port = Number(this.#serverEnv.PORT)): Promise<void> {
    await this.#servers.get(String(port))?.kill('SIGKILL')
  }

  /** All that any program of this world printed. */
  get output(): string {
    return this.#programs.map((program) => program.output()).join('')
  }

  async sandboxState(): Promise<SandboxState> {
    const response = await fetch(`${this.sandbox}/sandbox/state`)
    return (await response.json()) as SandboxState
  }

  /** Switches a fault of the sandbox on. */
  async addFault(fault: object): Promise<void> {
    const response = await fetch(`${this.sandbox}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fault),
    })
    expect(response.ok, await response.text()).toBe(true)
  }

  /** Creates of payins that reached the service. */
  async creates(): Promise<SandboxState['requests']> {
    const { requests } = await this.sandboxState()
    return requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/payins'))
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.kill('SIGTERM')))
  }
}

export interface ToldEvent {
  readonly name: string
  readonly order: string
  readonly detail: {
    readonly status?: string
    readonly mode?: string
    readonly status_details?: string | null
  }
}

/** What the page's listeners were told, over reloads and redirects. */
export async function toldEvents(page: Page): Promise<ToldEvent[]> {
  try {
    return await page.evaluate(() => JSON.parse(sessionStorage.getItem('journey-events') ?? '[]'))
  } catch (error) {
    // Asked while the page was being left: who polls asks again.
    if (String(error).includes('Execution context was destroyed')) return []
    throw error
  }
}

export async function toldNames(page: Page): Promise<string[]> {
  return (await toldEvents(page)).map(({ name }) => name)
}

/** How often the page was told an event, over reloads and redirects. */
export async function toldTimes(page: Page, name: string): Promise<number> {
  return (await toldNames(page)).filter((told) => told === name).length
}

/** Runs in every page before its scripts: listens like a merchant's page, and counts policy violations. */
export function listen(): void {
  const names = 'start created open blocked status authorized complete failed expired cancel error'.split(' ')
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
  context: async ({ context, world: _, expectedNoise }, use) => {
    const noise: string[] = []
    await context.addInitScript(listen)
    context.on('console', (message) => {
      if (message.type() === 'error' && !expectedNoise.test(message.text())) noise.push(message.text())
    })
    context.on('weberror', (error) => noise.push(String(error.error())))
    await use(context)
    expect(noise).toEqual([])
  },
})

export { expect }
