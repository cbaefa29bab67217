// A sandbox of this process, and one that runs elsewhere.
import { createControlClient } from './control-client.ts'
import { createTestSandbox, deleteWorld } from './test-sandbox.ts'
import type { TestSandbox } from './types.ts'

export interface StartOptions {
  /** 0 takes a free port. Default: 0. */
  readonly port?: number
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Begins with `test_`. Default: `test_sandbox`. */
  readonly apiKey?: string
  /** Further keys, each with payments, clock and faults of its own: these, or any that begins with `test_`. Default: none. */
  readonly keys?: 'any' | readonly string[]
  /** Default: `sandbox_webhook_secret`. */
  readonly webhookSecret?: string
  /** Where webhooks go in place of their own address; an origin alone keeps their path. */
  readonly forwardTo?: string
  /** From AUTHORIZED to COMPLETED, by the sandbox's clock, in milliseconds. Default: 200. */
  readonly settleDelayMs?: number
  /** Calls a second on average, for each key; 0 for no limit. Default: 50, as at the service. */
  readonly rateLimit?: number
  /** From which the chances of faults are drawn. Default: 1. */
  readonly seed?: number
}

export interface ConnectOptions {
  /** Where the sandbox is, such as `http://127.0.0.1:4100`. */
  readonly url: string
  /** Default: `test_sandbox`. */
  readonly apiKey?: string
  /** What the sandbox signs webhooks with. Default: `sandbox_webhook_secret`. */
  readonly webhookSecret?: string
}

const defaults = { apiKey: 'test_sandbox', webhookSecret: 'sandbox_webhook_secret' }

/**
 * Starts the payment service in this process. Its time is real time, whatever fake timers a test installs; `advance`
 * puts it forward.
 *
 * @throws what `listen` throws, such as EADDRINUSE, and an Error for an `apiKey` that does not begin with `test_`
 */
export async function startSandbox(options: StartOptions = {}): Promise<TestSandbox> {
  const { apiKey, webhookSecret } = { ...defaults, ...options }
  if (!apiKey.startsWith('test_')) {
    throw new Error('`apiKey` does not begin with "test_"; a live key has no business in a test.')
  }
  // Only here: it takes longer to load than a test that only signs a webhook may wait.
  const { startInProcess } = await import('./in-process.ts')
  const { origin, close } = await startInProcess(options)
  return createTestSandbox({ baseUrl: origin, apiKey, webhookSecret, close })
}

/**
 * Takes hold of a sandbox that runs elsewhere: started by a test runner's global set-up, or by `npx payin-checkout sandbox`.
 * Its `close` ends what belongs to the key, not the sandbox.
 *
 * @throws {SandboxError} when none answers there, or when it does not accept the key
 */
export async function connectSandbox({ url, ...options }: ConnectOptions): Promise<TestSandbox> {
  const { apiKey, webhookSecret } = { ...defaults, ...options }
  const { origin: baseUrl } = new URL(url)
  await createControlClient(baseUrl, apiKey).get('/sandbox/payments')
  return createTestSandbox({ baseUrl, apiKey, webhookSecret, close: () => deleteWorld(baseUrl, apiKey) })
}
