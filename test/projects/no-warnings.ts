// A test that fails when a page logs a warning that the test does not expect. Errors fail every journey.
import type { BrowserContext } from '@playwright/test'
import { expect } from '../journeys/support/shared-world.ts'

/** Playwright's fixture `context`. */
export async function contextWithoutWarnings(
  { context, expectedNoise }: { context: BrowserContext; expectedNoise: RegExp },
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const warnings: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'warning' && !expectedNoise.test(message.text())) warnings.push(message.text())
  })
  await use(context)
  expect(warnings).toEqual([])
}
