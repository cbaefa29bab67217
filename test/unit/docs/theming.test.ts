// docs/theming.md names every token and every part. test/component/theming.test.ts checks its colors in a browser.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elements, parts } from '../../../src/elements/reference.ts'
import { codeIn, documents, readDocument, tableOf } from '../../support/documents.ts'

const root = new URL('../../../', import.meta.url)
const page = readDocument('docs/theming.md')
const styles = readFileSync(new URL('src/view/styles.css', root), 'utf8')
const tokens = new Set(styles.match(/--payin-[a-z-]+/g))
const rows = tableOf(page, 'token')

describe('the page about theming', () => {
  test('has a row for every token of the style sheet, and for no other', () => {
    expect(rows.map(([token = '']) => codeIn(token)[0]).sort()).toEqual([...tokens].sort())
  })

  test('names every part of the elements, and no other', () => {
    const names = tableOf(page, 'part').flatMap(([cell = '']) => codeIn(cell))
    expect(names.sort()).toEqual(parts.map(({ name }) => name).sort())
  })

  test('no document fills a slot that does not exist', () => {
    const slots = new Set(elements.flatMap((element) => element.slots.map(({ name }) => name)))
    const filled = documents.flatMap((file) => [...readDocument(file).matchAll(/slot="([^"]*)"/g)])
    expect(filled.map(([, name = '']) => name).filter((name) => !slots.has(name))).toEqual([])
    expect(filled.length).toBeGreaterThan(0)
  })

  test('README says how many tokens there are', () => {
    expect(readDocument('README.md')).toContain(`All ${tokens.size} tokens`)
  })
})
