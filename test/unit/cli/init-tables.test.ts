// The tables that the files of `init` and of the example shop make at each start, on Postgres.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readTemplate } from '../../../src/cli/init/compose.ts'
import { createOwnDatabase } from '../../support/own-database.ts'
import { openOwnStores, openPostgresStore } from '../../support/store-clients.ts'

const url = process.env.TEST_DATABASE_URL ?? ''
const unless = url ? '' : ' (skipped: TEST_DATABASE_URL names no Postgres)'
const tables = {
  init: readTemplate('orders.sql'),
  'the example shop': await readFile(new URL('../../../server-example/orders.sql', import.meta.url), 'utf8'),
}
const stores = [['pg', openPostgresStore] as const, ...openOwnStores]
const pairs = stores.flatMap(([client, open]) =>
  Object.entries(tables).map(([whose, sql]) => ({ client, open, whose, sql })),
)

test.each(Object.entries(tables))(
  'the tables of %s select no value without a type, which Prisma cannot read',
  (_, sql) => {
    expect(sql).toContain('pg_advisory_xact_lock')
    expect(sql).not.toMatch(/select pg_advisory_xact_lock\([^;]*\);/)
  },
)

test.skipIf(!url).each(pairs)(
  `servers that start together make the tables of $whose once, with $client${unless}`,
  async ({ open, sql }) => {
    const database = await createOwnDatabase(url)
    const opened = Array.from({ length: 8 }, (_, at) => open(database.urlFor(`server ${at}`)))
    // Connected before, so that all of them run the statements at the same moment.
    await Promise.all(opened.map(({ store }) => store.query('select 1 as one', [])))
    const ended = await Promise.allSettled(opened.map(({ store }) => store.transaction((tx) => tx.run(sql))))
    await Promise.all(
      opened.map(async ({ store, closeClient }) => {
        await store.close()
        await closeClient()
      }),
    )
    await database.drop()
    expect(ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([])
  },
)
