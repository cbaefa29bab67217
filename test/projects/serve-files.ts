// Serves files of a fresh project at the merchant's address. The merchant's server answers all other paths.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { World } from '../journeys/support/world.ts'

/**
 * @param change what the server writes into each HTML page
 * @param headers of each HTML page
 */
export async function serveFiles(
  page: Page,
  { shop }: World,
  folder: string,
  change: (html: string) => string | Promise<string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.route(`${shop}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    if (!existsSync(path) || !statSync(path).isFile()) return route.continue()
    if (!path.endsWith('.html')) return route.fulfill({ path })
    const body = await change(readFileSync(path, 'utf8'))
    await route.fulfill({ body, contentType: 'text/html', headers })
  })
}
