// Starts a sandbox in this process, or connects to a running one.
import { createControlClient, requireTestKey } from './control-client.ts'
import { createTestSandbox, deleteWorld } from './test-sandbox.ts'
import type { TestSandbox } from './types.ts'

export interface StartOptions {
  /** 0 takes a free port. Default: 0. */
  readonly port?: number
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /** Names by which a container calls the sandbox, such as `host.docker.internal`. Default: only those of loopback. */
  readonly allowHosts?: readonly string[]
  /** Begins with `test_`. Default: `test_sandbox`. */
  readonly apiKey?: string
  /** More keys, each with its own payments, clock and faults: a list, or any key that begins with `test_`. Default: none. */
  readonly keys?: 'any' | readonly string[]
  /** Default: `sandbox_webhook_secret`. */
  readonly webhookSecret?: string
  /** Sends all webhooks to this address. With an origin, they keep their path. */
  readonly forwardTo?: string
  /** Time from AUTHORIZED to COMPLETED by the sandbox's clock, in milliseconds. Default: 200. */
  readonly settleDelayMs?: number
  /** Calls per second on average, for each key; 0 for no limit. Default: 50, as at the service. */
  readonly rateLimit?: number
  /** The random seed for faults. Default: 1. */
  readonly seed?: number
}

export interface ConnectOptions {
  /** The sandbox's address, such as `http://127.0.0.1:4100`. */
  readonly url: string
  /** Default: `test_sandbox`. */
  readonly apiKey?: string
  /** The secret of the sandbox's webhooks. Default: `sandbox_webhook_secret`. */
  readonly webhookSecret?: string
}

/** With our secrets where none is given. A variable that is not set gives `undefined`. */
const withSecrets = <Options extends { apiKey?: string; webhookSecret?: string }>({
  apiKey = 'test_sandbox',
  webhookSecret = 'sandbox_webhook_secret',
  ...options
}: Options) => ({ ...options, apiKey, webhookSecret })

/**
 * Starts the payment service in this process. It uses the real time, even if a test installs fake timers. `advance` moves
 * its clock forward.
 *
 * @throws the errors of `listen`, such as EADDRINUSE, and an Error for an `apiKey` that does not begin with `test_`
 */
export async function startSandbox(options: StartOptions = {}): Promise<TestSandbox> {
  const given = withSecrets(options)
  requireTestKey(given.apiKey)
  // Imported here, because it is slow to load, and a test that only signs a webhook does not need it.
  const { startInProcess } = await import('./in-process.ts')
  const { origin, close } = await startInProcess(given)
  return createTestSandbox({ ...given, baseUrl: origin, close })
}

/**
 * Connects to a running sandbox, from a test runner's global set-up or from `npx payin-checkout sandbox`. `close` deletes
 * the key's world and leaves the sandbox running.
 *
 * @throws {SandboxError} when no sandbox answers, or when it does not accept the key
 * @throws an Error for a `url` that is no address, and for an `apiKey` that does not begin with `test_`, before it is sent
 */
export async function connectSandbox(options: ConnectOptions): Promise<TestSandbox> {
  const { url, apiKey, webhookSecret } = withSecrets(options)
  if (!URL.canParse(url))
    throw new Error('`url` must be the address of the sandbox, such as "http://127.0.0.1:4100".')
  const { origin: baseUrl } = new URL(url)
  await createControlClient(baseUrl, apiKey).listPayments()
  return createTestSandbox({ baseUrl, apiKey, webhookSecret, close: () => deleteWorld(baseUrl, apiKey) })
}
