// A page of a shop with a snippet of the documents, under the policy of docs/security.md. That policy forbids inline
// scripts, so they are moved into files, as a reader would do.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { allBlocks } from '../../support/documents.ts'
import type { SmallWorld } from './small-world.ts'

const dist = new URL('../../../dist/', import.meta.url)
const script = readFileSync(new URL('payin-checkout.js', dist))
const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`

const headers = allBlocks('http').flatMap(({ code }) => code.split('\n'))
/** The strictest policy that is sufficient according to the documents. */
export const policy =
  headers.find((line) => line.startsWith('Content-Security-Policy: '))?.split(': ')[1] ?? ''
export const openerPolicy =
  headers.find((line) => line.startsWith('Cross-Origin-Opener-Policy: '))?.split(': ')[1] ?? ''

export const element = '<payin-checkout endpoint="/checkout" order="A-1001"></payin-checkout>'
export const scriptTag = '<script src="/payin-checkout.js" async></script>'

const answer = (contentType: string, body: string | Buffer, more: Record<string, string> = {}) => ({
  contentType: `${contentType}; charset=utf-8`,
  headers: { 'access-control-allow-origin': '*', ...more },
  body,
})

export interface DocumentPage {
  readonly html: string
  /** A script of type `module`, whose imports of this package come from the built entries. */
  readonly module?: string
  /** Default: `/document`. */
  readonly path?: string
  /** Default: the documents' own. */
  readonly csp?: string
}

/** Serves a page of the merchant. Replaces the demo's order by one whose name is its price, as the small merchant expects. */
export async function servePage(page: Page, world: SmallWorld, shown: DocumentPage): Promise<string> {
  const { origin } = world.merchant
  const { html, module, path = '/document', csp = policy } = shown
  const files: string[] = []
  const moved = html.replaceAll('A-1001', '49.90').replaceAll('sha384-…', integrity)
  const body = moved.replace(/<script>([\s\S]*?)<\/script>/g, (_, code: string) => {
    files.push(code)
    return `<script src="${path}-${files.length}.js" defer></script>`
  })
  const tail = module ? `<script src="${path}-module.js" type="module"></script>` : ''
  const policies = { 'content-security-policy': csp, 'cross-origin-opener-policy': openerPolicy }
  const shell = `<!doctype html><html lang="en"><title>Shop</title>${body}${tail}</html>`
  await page.route(
    (url) => url.origin === origin && url.pathname === path,
    (route) => route.fulfill(answer('text/html', shell, policies)),
  )
  await page.route(/\/payin-checkout(-[\d.]+)?\.js$/, (route) =>
    route.fulfill(answer('text/javascript', script)),
  )
  for (const [at, code] of files.entries()) {
    await page.route(`${origin}${path}-${at + 1}.js`, (route) =>
      route.fulfill(answer('text/javascript', code)),
    )
  }
  if (module) await serveModule(page, origin, `${path}-module.js`, module)
  return `${origin}${path}`
}

async function serveModule(page: Page, origin: string, path: string, code: string): Promise<void> {
  const own = code.replace(
    /(from|import) 'payin-checkout(?:\/([a-z]+))?'/g,
    (_, word, entry = 'index') => `${word} '/dist/${entry}.js'`,
  )
  await page.route(origin + path, (route) =>
    route.fulfill(answer('text/javascript', own.replaceAll('A-1001', '49.90'))),
  )
  await page.route(`${origin}/dist/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = vendorFiles.get(pathname) ?? new URL(pathname.replace('/dist/', ''), dist)
    return existsSync(file)
      ? route.fulfill(answer('text/javascript', asServed(readFileSync(file, 'utf8'))))
      : route.fulfill({ status: 404 })
  })
}

const vendors = ['preact', 'preact/hooks', '@preact/signals', '@preact/signals-core']
const vendorPath = (name: string) => `/dist/vendor/${name}.js`
const vendorFiles = new Map(vendors.map((name) => [vendorPath(name), new URL(import.meta.resolve(name))]))

/** Replaces package names, which a bundler would resolve, by addresses, and removes the source map, which is not served. */
const asServed = (module: string) =>
  module
    .replace(/(from|import)\s*["']([^."'/][^"']*)["']/g, (import_, word, name) =>
      vendors.includes(name) ? `${word} '${vendorPath(name)}'` : import_,
    )
    .replace(/^\/\/# source.*$/m, '')
