// docs/theming.md names every token and every part, with the defaults that the style sheet has.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elements, parts } from '../../../src/elements/reference.ts'
import { codeIn, documents, readDocument, tableOf } from '../../support/documents.ts'

const root = new URL('../../../', import.meta.url)
const page = readDocument('docs/theming.md')
const styles = readFileSync(new URL('src/view/styles.css', root), 'utf8')
/** Tokens and what stands after them, in the sheet. */
const tokens = new Map(
  [...styles.matchAll(/var\((--payin-[a-z-]+), ((?:[^()]|\([^()]*\))+)\)/g)].map(([, name, value]) => [
    name ?? '',
    value ?? '',
  ]),
)
const named: Record<'light' | 'dark', Record<string, string>> = {
  light: { Canvas: '#ffffff', CanvasText: '#000000' },
  dark: { Canvas: '#121212', CanvasText: '#ffffff' },
}

/** A default as a browser makes it, in a page of that scheme whose system colors are Chromium's. */
function resolved(value: string, scheme: 'light' | 'dark'): string {
  const [, token] = /^var\(--_([a-z-]+)\)$/.exec(value) ?? []
  if (token) return resolved(tokens.get(`--payin-${token}`) ?? '', scheme)
  const [, first = '', share = '', second = ''] =
    /^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/.exec(value) ?? []
  if (!first) return named[scheme][value] ?? value
  const [one, other] = [first, second].map((color) => channels(named[scheme][color] ?? color))
  const mixed = [0, 1, 2].map((at) => {
    const [a = 0, b = 0] = [one?.[at], other?.[at]]
    return Math.round((a * Number(share) + b * (100 - Number(share))) / 100)
  })
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const rows = tableOf(page, 'token')

describe('the page about theming', () => {
  test('has a row for every token of the style sheet, and for no other', () => {
    expect(rows.map(([token = '']) => codeIn(token)[0]).sort()).toEqual([...tokens.keys()].sort())
  })

  test.each(rows.map(([token = '', , ...defaults]) => [token, defaults] as const))(
    'says the default of %s as it is, light and dark',
    (token, [written = '', light, dark]) => {
      const value = tokens.get(codeIn(token)[0] ?? '') ?? ''
      expect(codeIn(written)[0]).toBe(value.replace(/^var\(--_(.+)\)$/, '--payin-$1'))
      expect([light, dark]).toEqual([`\`${resolved(value, 'light')}\``, `\`${resolved(value, 'dark')}\``])
    },
  )

  test('names every part of the elements, and no other', () => {
    const names = tableOf(page, 'part').flatMap(([cell = '']) => codeIn(cell))
    expect(names.sort()).toEqual(parts.map(({ name }) => name).sort())
  })

  test('no document fills a slot that is not there', () => {
    const slots = new Set(elements.flatMap((element) => element.slots.map(({ name }) => name)))
    const filled = documents.flatMap((file) => [...readDocument(file).matchAll(/slot="([^"]*)"/g)])
    expect(filled.map(([, name = '']) => name).filter((name) => !slots.has(name))).toEqual([])
    expect(filled.length).toBeGreaterThan(0)
  })

  test('README says how many tokens there are', () => {
    expect(readDocument('README.md')).toContain(`All ${tokens.size} tokens`)
  })
})
