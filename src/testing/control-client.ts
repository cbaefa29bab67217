// The control interface of a sandbox for one API key, over HTTP, also when the sandbox is in this process.
import { createControl, type SandboxControl } from '../cli/sandbox-client/control.ts'
import { realClock, realFetch } from './real-time.ts'
import { SandboxError } from './sandbox-error.ts'

/** Longer than a busy machine needs: a test that waits for ever does not say for what. */
const timeoutMs = 60_000

export interface ControlClient extends SandboxControl {
  readonly baseUrl: string
  readonly apiKey: string
}

/** @throws an Error for a key that is not of a sandbox. It is sent to no address */
export function requireTestKey(apiKey: string): void {
  if (!apiKey.startsWith('test_'))
    throw new Error('`apiKey` does not begin with "test_". Do not use a live key in a test.')
}

/** Every function throws a {SandboxError} when the sandbox cannot be reached or refuses. */
export function createControlClient(baseUrl: string, apiKey: string): ControlClient {
  requireTestKey(apiKey)
  const control = createControl({
    ...{ origin: baseUrl, apiKey, timeoutMs },
    outside: { ...realClock, fetch: realFetch },
    remedy: 'Is it still running? `npx payin-checkout sandbox` starts one.',
    fail: ({ lines, cause }) => new SandboxError(lines.join('\n'), { cause }),
  })
  return { ...control, baseUrl, apiKey }
}
