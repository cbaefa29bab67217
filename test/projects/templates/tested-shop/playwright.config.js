import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: '*.spec.js',
  workers: 4,
  fullyParallel: true,
  // A test that fails once is reported.
  retries: 0,
  reporter: 'json',
  expect: { timeout: 20_000 },
  timeout: 60_000,
  use: { launchOptions: JSON.parse(process.env.LAUNCH_OPTIONS ?? '{}') },
})
