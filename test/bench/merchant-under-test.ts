// The merchant server with the sandbox as its service, and its open sessions.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { freePort } from '../support/free-port.ts'
import { startOwnPostgres, whyNoPostgres } from '../support/own-postgres.ts'
import { type Started, startProcess } from './child-processes.ts'
import type { MerchantServer } from './processes/merchant-server.ts'

export interface MerchantUnderTest {
  readonly server: Started<MerchantServer>
  readonly port: number
  /** Paths of its sessions. */
  readonly paths: readonly string[]
  /** Reads the first session; all have the same history. */
  read(): Promise<ReadSession>
}

export interface ReadSession {
  readonly etag: string
  readonly text: string
  /** The headers of the answer that not every server sends. */
  readonly headers: readonly (readonly [string, string])[]
}

export const webhookSecret = 'sandbox_webhook_secret'

const ofAnyServer = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
]

/**
 * Starts the merchant server alone, on a free port: on a Postgres of its own that waits for its disk, as in production, or
 * on the embedded database where no Postgres is installed.
 * @param service the sandbox's origin
 * @param env further variables
 */
export async function startServerAt(
  service: string,
  env: Record<string, string> = {},
): Promise<Pick<MerchantUnderTest, 'server' | 'port'>> {
  const postgres = whyNoPostgres === null ? await startOwnPostgres({ isDurable: true }) : null
  const database: Record<string, string> = postgres
    ? { DATABASE_URL: postgres.url }
    : { DATA_DIR: 'memory://' }
  const port = await freePort()
  try {
    const { ask, end } = await startProcess<MerchantServer>('merchant-server.ts', {
      PORT: String(port),
      ...database,
      PAYMENTS_BASE_URL: service,
      PAYMENTS_API_KEY: 'test_sandbox',
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
      ...env,
    })
    const server: MerchantUnderTest['server'] = {
      ask,
      async end() {
        await end()
        await postgres?.dispose()
      },
    }
    return { server, port }
  } catch (error) {
    await postgres?.dispose()
    throw error
  }
}

/** Starts it with a number of open sessions. */
export async function startMerchant(sessions: number): Promise<MerchantUnderTest> {
  const sandbox = await startSandbox({ port: 0, rateLimit: 0 })
  try {
    const { server, port } = await startServerAt(sandbox.origin)
    const origin = `http://127.0.0.1:${port}`
    const ids = [await createSession(origin), ...(await server.ask('copySession', sessions))]
    const paths = ids.map((id) => `/checkout/sessions/${id}`)
    return { server, port, paths, read: () => readSession(origin + paths[0]) }
  } finally {
    // All sessions are open: the server makes no further call about them.
    await sandbox.close()
  }
}

/** Creates a session for an order that every new database has. @returns the session's public id */
export async function createSession(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/checkout/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ order: 'A-1001', kind: 'payin' }),
  })
  if (!answer.ok) throw new Error(`A press was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as Session).id
}

async function readSession(address: string): Promise<ReadSession> {
  const answer = await fetch(address)
  const etag = answer.headers.get('etag')
  if (!answer.ok || etag === null)
    throw new Error(`A read was answered ${answer.status} with the tag ${etag}.`)
  const headers = [...answer.headers].filter(([name]) => !ofAnyServer.includes(name))
  return { etag, text: await answer.text(), headers }
}
