import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/find-chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: ['./test/journeys/support/seeded-database.ts', './test/journeys/support/built-folders.ts'],
  outputDir: '.cache/journeys',
  timeout: 60_000,
  expect: { timeout: 20_000 },
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumFlags,
      // Playwright disables the back/forward cache, which shoppers' browsers have.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
    // Recording traces makes all journeys slower. Set `JOURNEY_TRACES=1` to debug a failure.
    trace: process.env.JOURNEY_TRACES ? 'retain-on-failure' : 'off',
  },
})
