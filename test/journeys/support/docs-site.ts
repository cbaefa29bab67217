// The document site for its journeys: built before them (built-folders.ts), served at its own path, with all requests recorded.
import { test as base, expect } from '@playwright/test'
import { type ServedSite, serveSite } from '../../../docs/site/serve-site.ts'

/** Where scripts/build-docs.ts builds the site. */
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
