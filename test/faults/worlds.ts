// The worlds of the fault tests: a sandbox and a client of it, on a fake timeline or over real sockets.
import { createServiceClient } from 'payin-checkout/server'
import { createSandbox, type Sandbox } from '../../src/sandbox/create-sandbox.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { createTimeline, turns } from '../support/timeline.ts'
import { createFakeClock as createSandboxClock } from '../unit/sandbox/fake-clock.ts'
import { createFakeClock as createClientClock } from '../unit/server/fake-clock.ts'

export interface World {
  readonly client: ReturnType<typeof createServiceClient>
  /** The same with long timeouts: without faults its calls succeed, however busy this machine is. */
  readonly patientClient: World['client']
  readonly sandbox: Pick<Sandbox, 'faults' | 'service'>
  /** Every create that the client has sent. */
  readonly sent: readonly { readonly key: string; readonly body: string }[]
  /** Lets time pass until the promise is settled. */
  until<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>>
  close(): Promise<void>
}

/** A sandbox on a port, and a client with short timeouts. Real connections are cut, and real answers come late. */
export async function openHttpWorld(sandboxSeed: number): Promise<World> {
  const sandbox = await startSandbox({ port: 0, seed: sandboxSeed, rateLimit: 0 })
  const sent: { key: string; body: string }[] = []
  const options = {
    baseUrl: sandbox.origin,
    apiKey: 'test_sandbox',
    fetch: (url: string | URL | Request, init?: RequestInit) => {
      noteCreate(sent, init)
      return fetch(url, init)
    },
  }
  const impatience = { timeoutMs: 100, retry: { baseMs: 1, capMs: 4, floorMs: 1, totalMs: 400 } }
  return {
    client: createServiceClient({ ...options, ...impatience }),
    patientClient: createServiceClient(options),
    sandbox,
    sent,
    until: async (promise) => (await Promise.allSettled([promise]))[0],
    close: sandbox.close,
  }
}

function noteCreate(sent: { key: string; body: string }[], init: RequestInit | undefined): void {
  if (init?.method !== 'POST') return
  sent.push({ key: new Headers(init.headers).get('idempotency-key') ?? '', body: String(init.body) })
}

/** A sandbox and a client of it on one fake timeline. */
export async function openWorld(sandboxSeed: number): Promise<World> {
  const startMs = Date.UTC(2026, 10, 20, 12)
  const timeline = createTimeline(startMs, turns)
  const clock = createClientClock(startMs, timeline)
  const sandbox = createSandbox({
    clock: createSandboxClock(startMs, timeline),
    seed: sandboxSeed,
    rateLimit: 0,
  })
  const sent: { key: string; body: string }[] = []
  const client = createServiceClient({
    baseUrl: 'http://localhost',
    apiKey: 'test_sandbox',
    random: () => 0.5,
    clock,
    fetch: async (url, init) => {
      noteCreate(sent, init)
      return sandbox.app.request(String(url), init)
    },
  })

  return {
    client,
    patientClient: client,
    sandbox,
    sent,
    until: (promise) => clock.settle(Promise.allSettled([promise])).then(([result]) => result),
    close: async () => sandbox.dispose(),
  }
}
