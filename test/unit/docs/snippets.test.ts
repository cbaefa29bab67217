// A test runs every fenced block of the documents. This file lists the test of each language, and checks data blocks.
import { describe, expect, test } from 'vitest'
import { parseSession } from '../../../src/protocol/session.ts'
import { allBlocks, blocksOf, placeOf } from '../../support/documents.ts'

/** The test of each language. `text` is a drawing without a test. */
const triedBy: Readonly<Record<string, string>> = {
  ts: 'typescript-snippets.test.ts',
  tsx: 'typescript-snippets.test.ts',
  vue: 'framework-snippets.test.ts',
  svelte: 'framework-snippets.test.ts',
  sh: 'shell-snippets.test.ts',
  sql: 'moved-tables.test.ts',
  python: 'python-snippet.test.ts',
  html: 'documents.journey.ts',
  js: 'documents.journey.ts',
  mjs: 'merchant.project.ts',
  css: 'documents.journey.ts',
  nginx: 'proxies.foreign.ts',
  caddy: 'proxies.foreign.ts',
  json: 'here',
  http: 'here',
  mermaid: 'diagrams.test.ts',
  text: 'nobody',
}

/** Replaces the omitted middle of a long value. */
const withoutDots = (text: string) => text.replaceAll('…', 'x')

describe('every snippet of the documents', () => {
  test('has a language with a test', () => {
    const untried = allBlocks().filter(({ language }) => !(language in triedBy))
    expect(untried.map((block) => `${placeOf(block)}: "${block.language}" is tried by no test`)).toEqual([])
  })

  test.each(allBlocks('json').map((block) => [placeOf(block), block.code]))('%s is JSON', (_, code) => {
    const { claim_code, ...json } = JSON.parse(withoutDots(code))
    // A file for `reconcile`, which file-ledger.test.ts reads.
    if ('0' in json) return
    // Settings of VS Code. contents.test.ts looks for the files.
    if ('html.customData' in json)
      return expect(Object.keys(json)).toEqual(['html.customData', 'css.customData'])
    // The widget's parser accepts every field of a documented session.
    if ('status' in json) expect(parseSession(json)).toEqual(json)
    else expect(Object.keys(json.files)).toEqual(['payin-checkout.js', `payin-checkout-${json.version}.js`])
    if (json.kind === 'payout') expect(claim_code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  })

  test.each(allBlocks('http').map((block) => [placeOf(block), block.code]))('%s is headers', (_, code) => {
    const rows = code.split('\n')
    const headers = new Headers(rows.map((row) => row.split(/: (.*)/).slice(0, 2) as [string, string]))
    expect([...headers.keys()]).toHaveLength(rows.length)
  })

  test('is reported with its line when its language has no test', () => {
    const [block] = blocksOf('README.md', '# A\n\n```cobol\nMOVE 1 TO X\n```')
    expect(block).toEqual({ file: 'README.md', line: 3, language: 'cobol', code: 'MOVE 1 TO X' })
    expect(triedBy).not.toHaveProperty('cobol')
  })

  test('loses the indent of its list', () => {
    const [block] = blocksOf('README.md', '1. First\n\n   ```ts\n   const x = {\n     y: 1 }\n   ```')
    expect(block?.code).toBe('const x = {\n  y: 1 }')
  })
})
