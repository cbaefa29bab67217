// Pages with tables whose last column names tests: these tests exist.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const pages = [
  ['internals/security-checks', 20],
  ['money-rules', 18],
] as const

const sources = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(test|journey)\.tsx?$/.test(name) && !name.endsWith('shown-by-tests.test.ts'))
  .map((name) => readFileSync(new URL(`test/${name}`, root), 'utf8'))

/** Its tables are run cell by cell (address-table.test.ts). */
const runByCell = /\n## When an order changes\n[\s\S]*?(?=\n## )/

const rowsOf = (page: string) =>
  readFileSync(new URL(`docs/${page}.md`, root), 'utf8')
    .replace(runByCell, '')
    .split('\n')
    .filter((line) => /^\| (?!recommended|trap|rule)/.test(line))

describe.each(pages)('%s', (page, most) => {
  const rows = rowsOf(page)

  test.each(rows)('is backed by tests that exist: %s', (row) => {
    const proof = row.split('|').at(-2) ?? ''
    const titles = [...proof.matchAll(/`([^`]+)`/g)].map(([, title]) => title ?? '')
    expect(titles.length > 0 || proof.includes('metrics.md')).toBe(true)
    for (const title of titles)
      expect(sources.some((source) => source.includes(title)) ? title : `no test: ${title}`).toBe(title)
  })

  test('quotes no other titles in its text', () => {
    const text = readFileSync(new URL(`docs/${page}.md`, root), 'utf8').replace(/^\|.*$/gm, '')
    const titles = [...text.matchAll(/`([^`]+)`/g)]
      .map(([, span = '']) => span.replace(/\s+/g, ' '))
      .filter((span) => span.split(' ').length > 4)
    expect(titles.filter((title) => !sources.some((source) => source.includes(title)))).toEqual([])
  })

  test('has all its rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(most)
  })
})
