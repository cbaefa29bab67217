// The same tests over each client of a shop, each in a database of its own.
import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from '../../src/merchant/store/db.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'
import { type OpenedStore, openOwnStores } from './store-clients.ts'

const url = process.env.TEST_DATABASE_URL
const unless = url ? '' : ' (skipped: TEST_DATABASE_URL names none)'

/**
 * Describes the tests once for each client.
 * @param title of the tests; `%s` is the client
 * @param tests get a function that returns the open store
 */
export function describeOnOwnStores(title: string, tests: (store: () => Store<unknown>) => void): void {
  describe.skipIf(!url).each(openOwnStores)(`${title}${unless}`, (_, open) => {
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
    tests(() => opened.store)
  })
}
