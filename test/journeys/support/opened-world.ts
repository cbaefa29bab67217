// The programs of a journey besides the browser: a sandbox, and a merchant server with the demo shop.
import { expect } from '@playwright/test'
import { freePort } from '../../support/free-port.ts'
import { type Program, startProgram } from './process.ts'

export const apiKey = 'test_canary_5e1f0c9b7a'
export const webhookSecret = 'canary_webhook_3d2b8e6f'

export interface SandboxState {
  payins: { id: string; status: string; reference: string; amount: { value: string; currency: string } }[]
  payouts: { status: string; reference: string }[]
  bank_transfers: { paymentStatus: string; revision: string }[]
  deliveries: { object_id: string; body: string; signature: string; status: number | null }[]
  requests: { method: string; path: string; status: number; idempotency_key: string | null }[]
  /** Active faults. `left` is null for a fault that applies until it is removed; a fault that is used up is gone. */
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
      startProgram('src/sandbox/main.ts', sandboxEnv, `${world.sandbox}/sandbox/state`),
      world.startServer(),
    ])
    world.#programs.push(sandbox)
    return world
  }

  /** Starts the merchant server. @param env variables that differ for this one */
  async startServer(env: Record<string, string> = {}): Promise<void> {
    const all = { ...this.#serverEnv, ...env }
    const server = await startProgram('demo/server.ts', all, `http://localhost:${all.PORT}/healthz`)
    this.#servers.set(all.PORT ?? '', server)
    this.#programs.push(server)
  }

  /** @param port of the instance, if there are several */
  async killServer(port = Number(this.#serverEnv.PORT)): Promise<void> {
    await this.#servers.get(String(port))?.end()
  }

  /** Runs `work` while the merchant server answers nothing. Then it answers what waits. */
  async whileServerIsFrozen(work: () => Promise<void>): Promise<void> {
    const server = this.#servers.get(this.#serverEnv.PORT ?? '')
    server?.freeze(true)
    try {
      await work()
    } finally {
      server?.freeze(false)
    }
  }

  /** The output of all programs of this world. */
  get output(): string {
    return this.#programs.map((program) => program.output()).join('')
  }

  /** The same in lines. The last one may be on its way. */
  get lines(): string[] {
    return this.#programs.flatMap((program) => program.output().split('\n').slice(0, -1))
  }

  async sandboxState(): Promise<SandboxState> {
    const response = await fetch(`${this.sandbox}/sandbox/state`)
    return (await response.json()) as SandboxState
  }

  /** The last calls and webhooks of the service, and the output of the programs: to debug a failed journey. */
  async describeRun(): Promise<string> {
    const { requests, deliveries, faults } = await this.sandboxState()
    const calls = requests.slice(-20).map(({ method, path, status }) => `${method} ${path} ${status}`)
    const webhooks = deliveries
      .slice(0, 10)
      .map(({ object_id, status, body }) => `${object_id} ${status} ${body}`)
    const parts = {
      calls,
      webhooks,
      faults: faults.map((each) => JSON.stringify(each)),
      printed: [this.output.slice(-5_000)],
    }
    return Object.entries(parts)
      .map(([title, lines]) => [`── ${title}`, ...lines].join('\n'))
      .join('\n')
  }

  /** Adds a fault to the sandbox. */
  async addFault(fault: object): Promise<void> {
    const response = await fetch(`${this.sandbox}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fault),
    })
    expect(response.ok, await response.text()).toBe(true)
  }

  /** Create requests for payins that reached the service. */
  async creates(): Promise<SandboxState['requests']> {
    const { requests } = await this.sandboxState()
    return requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/payins'))
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end('SIGTERM')))
  }
}
