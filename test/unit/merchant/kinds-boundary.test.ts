// The rules of a kind of payment stand in kinds/ only. Code elsewhere that depends on a kind's name would be missed
// when a fifth kind is added.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allKinds } from '../../../src/merchant/kinds/kinds.ts'

const merchant = new URL('../../../src/merchant/', import.meta.url)

/** The files outside of kinds/ that may name a kind, and why. */
const mayName: Readonly<Record<string, string>> = {
  'settings/read.ts': 'by default, they pay by payin',
  'settings/mistakes.ts': 'the legacy kinds need a company name',
  'routes/backoffice-page/look-ups.ts': 'a person looks for a payout by its reference',
  'store/migrations/001-tables.ts': 'an index is of the sessions that hold an order',
}

const named = new RegExp(`['"\`](${allKinds.map(({ name }) => name).join('|')})['"\`]`)

function linesThatNameAKind(file: string): string[] {
  const lines = readFileSync(new URL(file, merchant), 'utf8').split('\n')
  const isCode = (line: string) => !/^\s*(\/\/|\*|\/\*)/.test(line)
  return lines.flatMap((line, index) =>
    isCode(line) && named.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
  )
}

const files = readdirSync(merchant, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('kinds/'))

test('no code outside of kinds/ decides by the name of a kind, except where a shop configures it', () => {
  const found = files.filter((file) => !(file in mayName)).flatMap(linesThatNameAKind)
  expect(found).toEqual([])
})

test.each(Object.entries(mayName))('%s still names a kind, because %s', (file) => {
  expect(linesThatNameAKind(file)).not.toEqual([])
})

/** Statuses that only some kinds have, and the files outside of kinds/ that may name them. */
const ofFewKinds = /['"`](DISPUTED|SUCCESS|INTENT|STARTED|INITIATED|PROCESSING|FAILED_INTENT)['"`]/
const mayNameStatus: Readonly<Record<string, string>> = {
  'store/migrations/001-tables.ts': 'an index is of the sessions that hold an order',
  'retention/webhooks.ts': 'its condition is that of the index',
}

test('no code outside of kinds/ decides by a status that only some kinds have', () => {
  const named = files.filter((file) => ofFewKinds.test(readFileSync(new URL(file, merchant), 'utf8')))
  expect(named.sort()).toEqual(Object.keys(mayNameStatus).sort())
})
