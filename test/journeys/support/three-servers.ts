// Three merchant servers as processes on one Postgres, a load balancer in front of them, and the sandbox. No browser.
import { randomUUID } from 'node:crypto'
import { freePort } from '../../support/free-port.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { type Program, startProgram } from './process.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'
import type { SandboxState } from './world.ts'

const apiKey = 'test_three_servers'

export interface ThreeServers {
  readonly shop: string
  readonly balancer: RoundRobin
  readonly servers: readonly { readonly port: number; readonly program: Program }[]
  createSession(order: string, key?: string): Promise<Response>
  read(id: string, headers?: Record<string, string>): Promise<Response>
  sandboxState(): Promise<SandboxState>
  /** Changes the status of this order's payin at the sandbox, which sends a webhook. */
  move(order: string, status: string): Promise<void>
  close(): Promise<void>
}

/** Starts everything; the three servers start at the same moment, on an empty database. */
export async function startThreeServers(databaseUrl: string): Promise<ThreeServers> {
  const database = await createOwnDatabase(databaseUrl)
  const ports = [await freePort(), await freePort(), await freePort()]
  const [shopPort, sandboxPort] = [await freePort(), await freePort()]
  const shop = `http://127.0.0.1:${shopPort}`
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const balancer = await startRoundRobin(shopPort, ports)
  const env = { PUBLIC_URL: shop, PAYMENTS_BASE_URL: sandbox, PAYMENTS_API_KEY: apiKey }
  const sandboxEnv = { SANDBOX_PORT: String(sandboxPort), SANDBOX_API_KEY: apiKey }
  const [service, ...servers] = await Promise.all([
    startProgram('src/sandbox/main.ts', sandboxEnv, `${sandbox}/sandbox/state`),
    ...ports.map(async (port) => ({ port, program: await startServer(port, database, env) })),
  ])

  const sandboxState = async () => (await (await fetch(`${sandbox}/sandbox/state`)).json()) as SandboxState
  return {
    shop,
    balancer,
    servers,
    createSession: (order, key = randomUUID()) =>
      fetch(`${shop}/checkout/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order, kind: 'payin' }),
      }),
    read: (id, headers = {}) => fetch(`${shop}/checkout/sessions/${id}`, { headers }),
    sandboxState,
    async move(order, status) {
      const payin = (await sandboxState()).payins.find(({ reference }) => reference === order)
      const answer = await fetch(`${sandbox}/sandbox/payins/${payin?.id}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      })
      if (!answer.ok) throw new Error(`The command answered ${answer.status}: ${await answer.text()}`)
    },
    async close() {
      await Promise.all(
        [service, ...servers.map(({ program }) => program)].map((each) => each.end('SIGTERM')),
      )
      await balancer.close()
      await database.drop()
    },
  }
}

function startServer(port: number, database: OwnDatabase, env: Record<string, string>): Promise<Program> {
  const own = {
    PORT: String(port),
    DATABASE_URL: database.urlFor(`server_${port}`),
    PAYMENTS_WEBHOOK_SECRET: 'sandbox_webhook_secret',
  }
  return startProgram('demo/server.ts', { ...env, ...own }, `http://127.0.0.1:${port}/healthz`)
}
