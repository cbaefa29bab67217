// The sandbox as fixtures of Playwright Test, and matchers for pages that hold a checkout.
import {
  test as base,
  type Expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { matchers } from './playwright/matchers.ts'
import { recordEvents } from './playwright/recorded-events.ts'
import { type ConnectOptions, connectSandbox, type StartOptions, startSandbox } from './start.ts'
import type { TestSandbox } from './types.ts'

export { matchers }

export interface SandboxFixtures {
  /** Takes the faults of a test back after it, and attaches what the sandbox saw to the report of one that failed. */
  readonly sandboxAftercare: undefined
}

export interface SandboxWorkerFixtures {
  /** How a worker's own sandbox is started. */
  readonly sandboxOptions: StartOptions
  /**
   * A sandbox that runs already, in place of one of the worker's own. Without `apiKey` each worker has a key of its own,
   * `test_worker_` and its `parallelIndex`, which the sandbox must accept: start it with `--keys any`.
   */
  readonly sandboxAt: ConnectOptions | null
  /** One for all tests of a worker, one after the other. */
  readonly sandbox: TestSandbox
}

export type SandboxTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
>

/** Playwright's `test` with a sandbox. Extend it with your own server as a worker fixture that uses `sandbox`. */
export const test: SandboxTest = base.extend<SandboxFixtures, SandboxWorkerFixtures>({
  sandboxOptions: [{}, { option: true, scope: 'worker' }],
  sandboxAt: [null, { option: true, scope: 'worker' }],
  sandbox: [
    async ({ sandboxOptions, sandboxAt }, use, { parallelIndex }) => {
      const sandbox = sandboxAt
        ? await connectSandbox({ apiKey: `test_worker_${parallelIndex}`, ...sandboxAt })
        : await startSandbox(sandboxOptions)
      await use(sandbox)
      await sandbox.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, sandbox }, use) => {
    await recordEvents(context, sandbox)
    await use(context)
  },
  sandboxAftercare: [
    async ({ sandbox }, use, testInfo) => {
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('payment sandbox', {
          body: await sandboxReport(sandbox),
          contentType: 'application/json',
        })
      }
      // A fault that outlives its test breaks the next one, where nobody looks for it.
      await sandbox.clearFaults()
    },
    { auto: true },
  ],
})

/** All that the sandbox saw, to look into a test that failed. */
async function sandboxReport(sandbox: TestSandbox): Promise<string> {
  const [payments, deliveries, requests] = await Promise.all([
    sandbox.payments(),
    sandbox.deliveries(),
    sandbox.requests(),
  ])
  return JSON.stringify({ payments, deliveries, requests }, null, 2)
}

export const expect: Expect<typeof matchers> = base.expect.extend(matchers)
