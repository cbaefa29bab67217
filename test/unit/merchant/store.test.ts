// The contract on the embedded database, and on Postgres when TEST_DATABASE_URL names one. Each run has its own database.
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { describeStore } from './store-contract.ts'

describeStore('PGlite', {
  open: () => openPglite('memory://'),
  drop: async () => undefined,
})

const url = process.env.TEST_DATABASE_URL
if (url) {
  let database: OwnDatabase
  const open = async () => openPostgres(database.urlFor('store'), () => undefined)
  describeStore('Postgres', {
    async open() {
      database = await createOwnDatabase(url)
      return open()
    },
    openAnother: open,
    drop: () => database.drop(),
  })
}
