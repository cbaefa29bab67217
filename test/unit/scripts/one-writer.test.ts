import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { writesElsewhere } from '../../../scripts/one-writer.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** The sentences about one file. */
function sentencesOf(path: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'one-writer-'))
  roots.push(root)
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return writesElsewhere(root)
}

const update = "db.query('update payin_checkout.sessions set outcome = $2 where id = $1')"

test('a statement outside of the writer is named with its file and what to do', () => {
  expect(sentencesOf('src/merchant/sync/apply.ts', update)).toEqual([
    'src/merchant/sync/apply.ts writes a payment (update payin_checkout.sessions). ' +
      'Only src/merchant/order/write/ may: add a function there that says what it stores.',
  ])
})

test('the writer may write', () => {
  expect(sentencesOf('src/merchant/order/write/payments.ts', update)).toEqual([])
})

test.each([
  ['an insert', "'insert into payin_checkout.session_ids (hash) values ($1)'"],
  ['a delete', "'delete from payin_checkout.session_claims where key_hash = $1'"],
  [
    'a write within a read',
    '`with a as (update payin_checkout.sessions set n = 1 returning *) select * from a`',
  ],
  ['over two lines', '`update\n  payin_checkout.sessions\n  set n = 1`'],
  ['in capitals', "'UPDATE ONLY payin_checkout.sessions SET n = 1'"],
  ['with quoted names', `'truncate table "payin_checkout"."sessions"'`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
  ['to a table that is named at run time', '`delete from payin_checkout.${table} where id = $1`'],
])('%s is a write', (_, text) => {
  expect(sentencesOf('src/cli/tool.ts', text)).toHaveLength(1)
})

test.each([
  ['a read', "'select * from payin_checkout.sessions for update'"],
  ['a write to another table', "'update payin_checkout.sessions_of_others set n = 1'"],
  ['a comment', `// ${update}\n/* ${update} */`],
])('%s is none', (_, text) => {
  expect(sentencesOf('src/cli/tool.ts', text)).toEqual([])
})
