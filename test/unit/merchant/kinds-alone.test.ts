// What a kind of payment is stands in kinds/ alone: whoever decides by its name elsewhere would have to be found, and thought
// through, for a fifth kind.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allKinds } from '../../../src/merchant/kinds/kinds.ts'

const merchant = new URL('../../../src/merchant/', import.meta.url)

/** Who names a kind outside of kinds/, and why. */
const mayName: Readonly<Record<string, string>> = {
  'settings/settings.ts': 'a shop sets by name what its shoppers may pay by',
  'settings/read.ts': 'by default, they pay by payin',
  'settings/mistakes.ts': 'the legacy kinds need a company name',
  'store/indexes.ts': 'the definition of an index is never changed again',
  'store/migrations/005-one-payment.ts': 'a change of the tables is never changed again',
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

test('no decision hangs on the name of a kind, except where a shop gives it', () => {
  const found = files.filter((file) => !(file in mayName)).flatMap(linesThatNameAKind)
  expect(found).toEqual([])
})

test.each(Object.entries(mayName))('%s names a kind still: %s', (file) => {
  expect(linesThatNameAKind(file)).not.toEqual([])
})

/** Words of the service that one kind or two have, and who names them outside of kinds/. */
const ofFewKinds = /['"`](DISPUTED|SUCCESS|INTENT|STARTED|INITIATED|PROCESSING|FAILED_INTENT)['"`]/
const mayNameStatus: Readonly<Record<string, string>> = {
  'store/indexes.ts': 'the definition of an index is never changed again',
  'retention/webhooks.ts': 'its condition is that of the index',
}

test('no decision hangs on a status that only some kinds have', () => {
  const named = files.filter((file) => ofFewKinds.test(readFileSync(new URL(file, merchant), 'utf8')))
  expect(named.sort()).toEqual(Object.keys(mayNameStatus).sort())
})
