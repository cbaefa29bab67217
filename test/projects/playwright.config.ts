// `npm run test:packages`: fresh projects with the packed package. They install from the registry, so `npm test` does not
// run them.
import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.project.ts',
  globalSetup: ['../journeys/support/seeded-database.ts', './pack.ts'],
  outputDir: '../../.cache/projects',
  // Long enough for an empty npm cache and a slow registry.
  timeout: 300_000,
  // One more than cores: a project waits for the registry, for servers that start, and for the times of promises.
  workers: 3,
  reporter: 'list',
})
