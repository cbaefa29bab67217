// A database that answers and stores nothing: a standby, or one whose host has stopped all writing.
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../src/merchant/log.ts'
import { monitoringRoutes } from '../../../src/merchant/routes/monitoring.ts'
import { OnlyReads } from '../../../src/merchant/store/probe.ts'
import { createOwnDatabase } from '../../support/own-database.ts'
import { openOwnStores, openPostgresStore } from '../../support/store-clients.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const url = process.env.TEST_DATABASE_URL ?? ''
const unless = url ? '' : ' (skipped: TEST_DATABASE_URL names no Postgres)'
const stores = [['postgresStore', openPostgresStore] as const, ...openOwnStores]

test.skipIf(!url).each(stores)(
  `makes the server unhealthy, with a store over %s${unless}`,
  async (_, open) => {
    const database = await createOwnDatabase(url)
    const before = open(database.urlFor('before'))
    await before.store.isThere()
    const { pathname } = new URL(database.urlFor(''))
    await before.store.transaction((tx) =>
      tx.run(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`),
    )
    const after = open(database.urlFor('after'))
    onTestFinished(async () => {
      for (const { store, closeClient } of [before, after]) {
        await store.close()
        await closeClient()
      }
      await database.drop()
    })
    await expect(after.store.isThere()).rejects.toThrow(OnlyReads)

    const logged: string[] = []
    const routes = monitoringRoutes(
      {
        clock: createFakeClock(),
        log: createLog((line) => logged.push(line)),
        config: { metricsToken: null },
        orders: { failing: () => [] },
      },
      undefined,
      () => after.store.isThere(),
    )
    routes.onError((error, c) => c.text(error.message, 503))
    const answer = await routes.request('/healthz')
    expect([answer.status, await answer.text()]).toEqual([503, 'The database only reads.'])
    expect(logged.join()).toContain('Lead the store to the primary, or give it room.')
  },
)
