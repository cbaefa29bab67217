// Playwright Test fixtures for the sandbox, and matchers for pages with a checkout.
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
  /** Removes the faults after each test, and attaches the sandbox's log to the report of a failed one. */
  readonly sandboxAftercare: undefined
}

export interface SandboxWorkerFixtures {
  /** The options of a worker's own sandbox. */
  readonly sandboxOptions: StartOptions
  /**
   * A running sandbox to use instead of one per worker. Without `apiKey` each worker uses its own key, `test_worker_` and its
   * `parallelIndex`. The sandbox must accept these keys: start it with `--keys any`.
   */
  readonly sandboxAt: ConnectOptions | null
  /** Shared by all tests of a worker. */
  readonly sandbox: TestSandbox
}

export type SandboxTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
>

/** Playwright's `test` with a sandbox. Extend it by a worker fixture that starts your server with `sandbox`. */
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
      // A fault that stays would break the next test, where nobody looks for the cause.
      await sandbox.clearFaults()
    },
    { auto: true },
  ],
})

/** Everything that the sandbox has logged, for debugging a failed test. */
async function sandboxReport(sandbox: TestSandbox): Promise<string> {
  const [payments, deliveries, requests] = await Promise.all([
    sandbox.payments(),
    sandbox.deliveries(),
    sandbox.requests(),
  ])
  return JSON.stringify({ payments, deliveries, requests }, null, 2)
}

export const expect: Expect<typeof matchers> = base.expect.extend(matchers)
