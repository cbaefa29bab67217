// Documents for programs that write code with the package.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linksOf, readDocument } from '../../support/documents.ts'

/** The lines below headings of the second level. */
const linesOfSections = (text: string) =>
  text
    .slice(text.indexOf('\n## '))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('## '))

const rule = 'A retry of a create request keeps its idempotency key'

test('the first sentence for coding assistants is the rule about the idempotency key', () => {
  const [, , first] = readDocument('docs/for-coding-assistants.md').split('\n')
  expect(first).toMatch(new RegExp(`^${rule}`))
  expect(readDocument('llms.txt')).toContain(rule)
})

test('llms.txt has the form of the convention: a title, a summary, and sections of links', () => {
  const [title, , summary] = readDocument('llms.txt').split('\n')
  expect(title).toBe('# payin-checkout')
  expect(summary).toMatch(/^> /)
  const lines = linesOfSections(readDocument('llms.txt'))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\): \S/.test(line))).toEqual([])
})

test('llms.txt links to every document in docs/', () => {
  const pages = readdirSync(new URL('../../../docs/', import.meta.url)).filter((name) => name.endsWith('.md'))
  const links = linksOf(readDocument('llms.txt'))
  expect(pages.filter((page) => !links.includes(`docs/${page}`))).toEqual([])
})
