// The contract on the embedded database, and on Postgres when TEST_DATABASE_URL names one. Each run has its own schema.
import { randomBytes } from 'node:crypto'
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { describeStore } from './store-contract.ts'

describeStore('PGlite', {
  open: () => openPglite('memory://'),
  drop: async () => undefined,
})

const url = process.env.TEST_DATABASE_URL
if (url) {
  const schema = `test_${randomBytes(6).toString('hex')}`
  const inSchema = new URL(url)
  inSchema.searchParams.set('options', `-c search_path=${schema}`)
  const quiet = () => undefined
  const admin = openPostgres(url, quiet)
  describeStore('Postgres', {
    async open() {
      await admin.query(`create schema ${schema}`)
      return openPostgres(inSchema.href, quiet)
    },
    openAnother: async () => openPostgres(inSchema.href, quiet),
    async drop() {
      await admin.query(`drop schema ${schema} cascade`)
      await admin.close()
    },
  })
}
