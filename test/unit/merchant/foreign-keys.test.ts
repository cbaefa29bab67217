import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { openTestDb } from './harness.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDb()
  await makeTables(db)
})
afterAll(() => db.close())

test('every foreign key has an index, so that deleting a session reads no other table whole', async () => {
  const keys = await db.query<{ key: string; isIndexed: boolean }>(
    `select conrelid::regclass || ' (' || a.attname || ')' as key,
       exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)
         as "isIndexed"
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'payin_checkout'::regnamespace`,
  )
  expect(keys.map(({ key }) => key).toSorted()).toEqual([
    'payin_checkout.outbox (session)',
    'payin_checkout.session_claims (session)',
    'payin_checkout.session_ids (session)',
  ])
  expect(keys.filter(({ isIndexed }) => !isIndexed)).toEqual([])
})
