// `npm run test:packages`: fresh projects with the packed package in them. They install from the registry, so they are no
// part of `npm test`.
import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.project.ts',
  globalSetup: ['../journeys/support/seeded-database.ts', './pack.ts'],
  outputDir: '../../.cache/projects',
  // An empty cache of npm, and a slow registry.
  timeout: 300_000,
  workers: 1,
  reporter: 'list',
})
