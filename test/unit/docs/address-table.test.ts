// The tables of docs/money-rules.md are those whose cells test/unit/merchant/address-table.test.ts runs.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertKinds } from '../../../src/merchant/alerts.ts'
import { tablesOfDocument } from '../merchant/address-table.ts'

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

test('docs/money-rules.md shows what every way to an address answers, as it is tested', () => {
  for (const table of tablesOfDocument()) expect(read('docs/money-rules.md')).toContain(`\n\n${table}\n\n`)
})

test('docs/operating.md explains every alert, and no other', () => {
  const [, section = ''] = read('docs/operating.md').split('## What a person must look at\n')
  const named = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z_]+)` \|[^|]*\|[^|]*\|$/gm)].map(
    ([, kind]) => kind,
  )
  expect(named.toSorted()).toEqual(alertKinds.toSorted())
})
