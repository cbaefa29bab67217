// The document site for its journeys: built once, served at its own path, with all requests
// recorded.
import { execFileSync } from 'node:child_process'
import { test as base, expect } from '@playwright/test'
import { type ServedSite, serveSite } from '../../../docs/site/serve-site.ts'

/** Where the site is built. */
export const siteFolder = '.cache/docs-site'

interface Fixtures {
  /** Requests to other hosts, and errors of scripts and of the browser. */
  wrong: string[]
}

interface WorkerFixtures {
  site: ServedSite
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern.
    async ({}, use) => {
      execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-docs.ts'], { stdio: 'ignore' })
      const site = await serveSite(siteFolder, { path: '/any/path/', port: 0 })
      await use(site)
      site.close()
    },
    { scope: 'worker' },
  ],
  wrong: [
    async ({ context, site }, use) => {
      const wrong: string[] = []
      context.on('request', (request) => {
        if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url()))
          wrong.push(`asks for ${request.url()}`)
      })
      context.on('console', (message) => {
        if (message.type() === 'error') wrong.push(message.text())
      })
      context.on('weberror', (fault) => wrong.push(fault.error().message))
      await use(wrong)
      expect(wrong).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
