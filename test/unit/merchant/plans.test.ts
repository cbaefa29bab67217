// `npm run plans` on a small database: its rows fit the tables, and each statement of the server has a plan.
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { explain } from '../../plans/explain.ts'
import { fill } from '../../plans/fill.ts'
import { isExplainable, record } from '../../plans/record.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { createOwnDatabase } from '../../support/own-database.ts'

const url = process.env.TEST_DATABASE_URL

test.skipIf(!url)('every statement of the server has a plan on a filled database', async () => {
  const database = await createOwnDatabase(url ?? '')
  const db = openPostgres(database.urlFor('plans'), () => undefined)
  onTestFinished(async () => {
    await db.close()
    await database.drop()
  })
  await makeTables(db)
  await fill(db, 200)

  const plans = []
  for (const statement of (await record(db)).filter(isExplainable)) plans.push(await explain(db, statement))
  expect(plans.length).toBeGreaterThan(40)
})
