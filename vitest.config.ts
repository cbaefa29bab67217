import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, findChromium } from './scripts/find-chromium.ts'

const executablePath = findChromium()
const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))
const alias = [
  ['payin-checkout/server', 'server/index.ts'],
  ['payin-checkout/testing', 'testing/index.ts'],
  ['payin-checkout/merchant', 'merchant/index.ts'],
  ['payin-checkout/merchant/next', 'merchant/next.ts'],
  ['payin-checkout/merchant/node', 'merchant/node.ts'],
  ['payin-checkout/merchant/opentelemetry', 'merchant/opentelemetry.ts'],
  ['payin-checkout/merchant/pglite', 'merchant/pglite.ts'],
  ['payin-checkout/merchant/drizzle', 'merchant/drizzle.ts'],
  ['payin-checkout/merchant/kysely', 'merchant/kysely.ts'],
  ['payin-checkout/merchant/prisma', 'merchant/prisma.ts'],
  ['payin-checkout/merchant/knex', 'merchant/knex.ts'],
  ['payin-checkout/merchant/store-contract', 'merchant/store-contract.ts'],
  ['payin-checkout/merchant/postgres', 'merchant/postgres.ts'],
  ['payin-checkout/merchant/prometheus', 'merchant/prometheus.ts'],
].map(([name, path]) => ({ find: new RegExp(`^${name}$`), replacement: source(path ?? '') }))
const oxc = { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false } } as const

export default defineConfig({
  test: {
    // One worker less than cores is the default, and half of a machine with two.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/{unit,service,faults,crash,money,package}/**/*.test.ts'],
          globalSetup: ['test/support/empty-database.ts'],
          setupFiles: [
            'test/support/plain-output.ts',
            'test/support/no-leaks.ts',
            'test/support/no-open-servers.ts',
          ],
          // Nothing of ours lives in a module: ports and clocks are passed in. So the files of a worker share what they
          // import, which costs more than most of them.
          isolate: false,
          // A busy machine is no fault of the code: what is waited for comes sooner or later, or the test is over.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 45_000 } },
        },
      },
      {
        oxc,
        resolve: { alias },
        // Named here, they are ready before the first test: found in the middle of one, they reload its page.
        optimizeDeps: {
          include: [
            '@preact/signals',
            'axe-core',
            'preact',
            'preact/hooks',
            'preact/test-utils',
            '@testing-library/preact',
            'preact-render-to-string',
            'react',
            'react-dom/client',
            'react-dom/server',
          ],
        },
        test: {
          name: 'component',
          include: ['test/component/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/no-leaks.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
