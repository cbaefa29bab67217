// The document site, served at a path of a static host: every link, the search, and accessibility.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parse } from 'parse5'
import { groupsOfSite, pageOf } from '../../docs/site/document-list.ts'
import { documents } from '../support/documents.ts'
import { axeBreaches, sidewaysPx } from './support/axe-breaches.ts'
import { expect, siteFolder, test } from './support/docs-site.ts'

interface Element {
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Element[]
}

/** All values of these attributes in a page. */
function valuesIn(element: Element, ...names: readonly string[]): string[] {
  const own = (element.attrs ?? []).filter(({ name }) => names.includes(name)).map(({ value }) => value)
  return [...own, ...(element.childNodes ?? []).flatMap((child) => valuesIn(child, ...names))]
}

const filesOfSite = () => readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
const pagesOfSite = () => filesOfSite().filter((file) => file.endsWith('.html'))
const readPage = (file: string) => parse(readFileSync(join(siteFolder, file), 'utf8')) as Element

/** The error of an address in a page, or nothing. */
function breakIn(page: string, address: string, anchors: ReadonlyMap<string, ReadonlySet<string>>) {
  if (/^(https?|data|mailto):/.test(address)) return undefined
  if (address.startsWith('/')) return `${page}: ${address} works at one path alone`
  const [path = '', anchor] = address.split(/[#?]/)
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (target.endsWith('/')) return undefined
  const known = anchors.get(target)
  if (!known) return `${page}: ${address} is not there`
  return anchor === undefined || !address.includes('#') || known.has(decodeURIComponent(anchor))
    ? undefined
    : `${page}: ${address} has no such heading`
}

test('every link, picture, script and style of every page exists', ({ site: _ }) => {
  const anchors = new Map(
    filesOfSite().map((file) => [
      file,
      new Set(file.endsWith('.html') ? valuesIn(readPage(file), 'id') : []),
    ]),
  )
  const named = pagesOfSite().flatMap((page) =>
    valuesIn(readPage(page), 'href', 'src', 'srcset').map((address) => [page, address] as const),
  )

  expect(named.length).toBeGreaterThan(1_000)
  expect(named.map(([page, address]) => breakIn(page, address, anchors)).filter(Boolean)).toEqual([])
  expect(breakIn('docs/limits.html', '../src/index.ts', anchors)).toContain('is not there')
  expect(breakIn('docs/limits.html', 'security.html#nothing', anchors)).toContain('has no such heading')
})

test('every document has a page, and the navigation names it', ({ site: _ }) => {
  const listed = groupsOfSite().flatMap(({ documents }) => documents.map(({ file }) => file))

  const wanted = documents.filter((file) => file.endsWith('.md'))
  expect(listed.toSorted()).toEqual([...wanted, 'CHANGELOG.md', 'CONTRIBUTING.md'].toSorted())
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.map(pageOf).filter((page) => !pagesOfSite().includes(page))).toEqual([])
})

for (const from of ['index.html', 'docs/internals/decisions/script-size.html']) {
  test(`the search finds a word from ${from}, and leads to its heading`, async ({ page, site }) => {
    await page.goto(site.url + from)
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('bewitched teapot')
    await expect(page.getByRole('dialog').getByText('No results')).toBeVisible()
    await page.getByRole('searchbox').fill('order tokens')
    const result = page.getByRole('dialog').locator('[href$="merchant.html#whose-order-it-is"]')
    await expect(result).toBeVisible()
    expect(await axeBreaches(page)).toEqual([])
    await result.click()

    await expect(page).toHaveURL(`${site.url}docs/merchant.html#whose-order-it-is`)
    await expect(page.getByRole('heading', { name: /^Whose order it is/ })).toBeInViewport()
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the documents are accessible, ${colorScheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of ['index.html', 'docs/events-and-states.html', 'docs/integration.html', 'try.html']) {
      await page.goto(site.url + path)
      expect.soft(await axeBreaches(page), path).toEqual([])
    }
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  })
}

test('no page is wider than a small phone', async ({ browser, site }) => {
  // Without scripts all sections are open, and a page loads faster.
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })
  const tooWide: string[] = []
  for (const path of pagesOfSite()) {
    await page.goto(site.url + path)
    if ((await sidewaysPx(page)) > 0) tooWide.push(path)
  }

  expect(tooWide).toEqual([])
  await page.close()
})

test('the reader’s choice of light or dark applies to every page', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${site.url}index.html`)
  await page.getByRole('button', { name: 'Dark colors' }).click()
  await page.getByRole('link', { name: 'Try it' }).click()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Light colors' })).toBeVisible()
})
