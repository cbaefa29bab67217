// Postgres ends and comes back in every possible way while shoppers press, read, wait and pay. The server must keep
// running, answer each request with its result or with a 503 and Retry-After, and lose nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { startLoad, wrongAnswers } from './shop-load.ts'
import { type Shop, sellOrders, startShop, statusOfOrders, withDatabase } from './shop-process.ts'

const unless = whyNoPostgres ? ` (skipped: ${whyNoPostgres})` : ''

describe.skipIf(whyNoPostgres !== null)(`a server whose Postgres ends under load${unless}`, () => {
  let postgres: OwnPostgres
  let shop: Shop
  let orders: string[]

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    shop = await startShop(postgres.url)
    orders = await sellOrders(postgres.url, 20_000)
  })
  afterAll(async () => {
    await shop?.close()
    await postgres?.dispose()
  })
  beforeEach(async () => {
    // A server that ended fails only the test that ended it.
    if (shop.program.exitCode !== null) shop = await startShop(postgres.url)
  })

  const backends = (client: { query(sql: string): Promise<{ rows: { pid: number }[] }> }) =>
    client.query(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )

  const troubles: readonly [string, () => Promise<void>][] = [
    [
      'is stopped at once and started again three times',
      async () => {
        for (let time = 0; time < 3; time++) {
          await postgres.stopImmediately()
          await postgres.start()
        }
      },
    ],
    [
      'shuts down fast',
      async () => {
        await postgres.shutDown('fast')
        await postgres.start()
      },
    ],
    [
      'loses one backend to kill -9 and recovers',
      async () => {
        const pid = await withDatabase(postgres.url, async (client) => (await backends(client)).rows[0]?.pid)
        postgres.killBackend(pid ?? 0)
      },
    ],
    [
      'ends all connections at once until the sweep has noticed',
      () =>
        withDatabase(postgres.url, async (client) => {
          // A request's line names its route.
          const bySweep = () => shop.logged('database_away').filter((line) => !line.includes('"route"'))
          const noticed = bySweep().length
          while (bySweep().length === noticed) {
            const { rows } = await backends(client)
            await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
              rows.map(({ pid }) => pid),
            ])
          }
        }),
    ],
  ]

  test.each(troubles)(
    'answers with a session or a 503, loses no payment and recovers by itself when Postgres %s',
    async (_, trouble) => {
      const load = startLoad(shop, orders.splice(0, 3_000))
      await load.untilSessions(32)
      await trouble()
      await load.untilSessions(32)
      await load.stop()

      expect(wrongAnswers(load.answers)).toEqual([])
      expect(shop.program.exitCode).toBe(null)
      const paid = new Set(load.paid)
      for (const order of paid) expect(shop.payinsOf(order)).toHaveLength(1)
      // Each webhook was sent once, even if the answer was 503, so the server has to ask by itself.
      await expect
        .poll(async () => new Set(await statusOfOrders(postgres.url, [...paid])))
        .toEqual(new Set(['paid']))
      expect(await statusOfHeldRead(shop, orders.shift() ?? '')).toBe(200)
    },
    180_000,
  )
})

/**
 * A held read is answered when a webhook arrives, so LISTEN works. It waits less than the five seconds after which it
 * reads again.
 */
async function statusOfHeldRead(shop: Shop, order: string): Promise<number> {
  const { id } = JSON.parse((await shop.createSession(order)).body) as { id: string }
  const held = shop.read(id, { 'if-none-match': '"2"', prefer: 'wait=4' })
  const [payin] = shop.payinsOf(order)
  if (!payin) throw new Error('There is no payin.')
  payin.status = 'COMPLETED'
  await shop.webhook(payin)
  return (await held).status
}
