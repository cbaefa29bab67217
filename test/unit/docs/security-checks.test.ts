import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const page = readFileSync(new URL('docs/security-checks.md', root), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| recommended |'))

const sources = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(test|journey)\.tsx?$/.test(name) && !name.endsWith('security-checks.test.ts'))
  .map((name) => readFileSync(new URL(`test/${name}`, root), 'utf8'))

test.each(rows.filter((row) => !row.startsWith('| trap |')))('is backed by tests that exist: %s', (row) => {
  const proof = row.split('|').at(-2) ?? ''
  const titles = [...proof.matchAll(/`([^`]+)`/g)].map(([, title]) => title ?? '')
  expect(titles.length > 0 || proof.includes('metrics.md')).toBe(true)
  for (const title of titles)
    expect(sources.some((source) => source.includes(title)) ? title : `no test: ${title}`).toBe(title)
})

test('the page has all its tables', () => {
  expect(rows.length).toBeGreaterThan(20)
})
