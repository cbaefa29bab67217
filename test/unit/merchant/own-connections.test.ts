import { afterAll, beforeAll, describe, test } from 'vitest'
import { storeContract } from '../../../src/merchant/store-contract.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { type OpenedStore, openOwnStores } from '../../support/store-clients.ts'

const url = process.env.TEST_DATABASE_URL
const unless = url ? '' : ' (skipped: TEST_DATABASE_URL names none)'

describe.skipIf(!url).each(openOwnStores)(`%s${unless}`, (_, open) => {
  let database: OwnDatabase
  let opened: OpenedStore
  beforeAll(async () => {
    database = await createOwnDatabase(url ?? '')
    opened = open(database.urlFor('shop'))
  })
  afterAll(async () => {
    await opened.store.close()
    await opened.closeClient()
    await database.drop()
  })
  for (const { title, holds } of storeContract) test(title, () => holds(opened.store), 15_000)
})
