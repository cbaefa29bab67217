// Postgres no longer answers: it is frozen, or its machine or the network is gone without closing connections. Every
// wait must have an end. A statement without an answer may or may not have been executed.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { startLoad, wrongAnswers } from './shop-load.ts'
import { type Answer, type Shop, sellOrders, startShop, statusOfOrders } from './shop-process.ts'

const unless = whyNoPostgres ? ` (skipped: ${whyNoPostgres})` : ''
/** The limit is 10 s. A busy machine gets two seconds more. */
const longestMs = 12_000

const idOf = ({ body }: Answer) => (JSON.parse(body) as { id: string }).id
const late = (answers: readonly Answer[]) => answers.filter(({ ms }) => ms > longestMs)

const programs = [
  ['a server', 'server-example/main.ts', true],
  ['a server on the shop’s own Drizzle connection', 'test/support/drizzle-server.ts', false],
] as const

describe.skipIf(whyNoPostgres !== null).each(programs)(
  `%s whose Postgres falls silent${unless}`,
  (_, file, hasOwnPool) => {
    let postgres: OwnPostgres
    let network: TcpProxy
    let shop: Shop
    let orders: string[]

    beforeAll(async () => {
      postgres = await startOwnPostgres()
      const url = new URL(postgres.url)
      network = await startTcpProxy(Number(url.port))
      url.port = String(network.port)
      shop = await startShop(url.href, file)
      orders = await sellOrders(postgres.url, 20_000)
    })
    afterAll(async () => {
      await shop?.close()
      await network?.close()
      await postgres?.dispose()
    })

    const nextOrder = () => orders.shift() ?? ''
    const allPaid = (sold: Iterable<string>) =>
      expect
        .poll(async () => new Set(await statusOfOrders(postgres.url, [...sold])))
        .toEqual(new Set(['paid']))

    /** Held reads get the change of a webhook at once, so a connection listens again. */
    async function expectNotifications(): Promise<void> {
      const statuses = async () => {
        const order = nextOrder()
        const id = idOf(await shop.createSession(order))
        const held = shop.read(id, { 'if-none-match': '"2"', prefer: 'wait=3' })
        for (const payin of shop.payinsOf(order))
          await shop.webhook(Object.assign(payin, { status: 'COMPLETED' }))
        return (await held).status
      }
      await expect.poll(statuses).toBe(200)
    }

    test('answers everybody within ten seconds while Postgres is frozen, and recovers by itself', async () => {
      const order = nextOrder()
      const id = idOf(await shop.createSession(order))
      const [payin] = shop.payinsOf(order)
      if (!payin) throw new Error('There is no payin.')
      const before = startLoad(shop, orders.splice(0, 3_000))
      await before.untilSessions(32)
      await before.stop()

      postgres.freeze()
      const asked = Promise.all([
        shop.createSession(nextOrder()),
        shop.link(id),
        shop.read(id),
        shop.read(id),
        shop.webhook(Object.assign(payin, { status: 'COMPLETED' })),
      ])
      const load = startLoad(shop, orders.splice(0, 3_000))
      const answers = await asked
      const health = await shop.health()
      postgres.thaw()
      await load.untilSessions(32)
      await load.stop()

      expect(answers.map(({ what, status, retryAfter }) => [what, status, retryAfter])).toEqual(
        ['create', 'link', 'read', 'read', 'webhook'].map((what) => [what, 503, expect.any(String)]),
      )
      expect([health.status, health.ms < 4_000]).toEqual([503, true])
      expect(wrongAnswers([...before.answers, ...load.answers])).toEqual([])
      expect(late([...answers, ...load.answers])).toEqual([])
      const sold = new Set([...before.paid, ...load.paid, order])
      for (const each of sold) expect(shop.payinsOf(each)).toHaveLength(1)
      await allPaid(sold)
      await expectNotifications()
    }, 180_000)

    // A shop's own pool finds dead connections by its own settings.
    if (!hasOwnPool) return

    test.each(['gone', 'alive'] as const)(
      'replaces all connections at once, also the listening one, while the machine of Postgres is %s',
      async (machine) => {
        const load = startLoad(shop, orders.splice(0, 3_000))
        await load.untilSessions(32)
        network.silence(machine)
        await load.untilSessions(32)
        await load.stop()
        // All are idle now. One statement waits until its timeout, and the next ones find new connections.
        network.silence(machine)
        const first = await shop.createSession(nextOrder())
        const next = await Promise.all(Array.from({ length: 8 }, () => shop.createSession(nextOrder())))

        expect(wrongAnswers([...load.answers, first, ...next])).toEqual([])
        expect(late([...load.answers, first])).toEqual([])
        expect(next.map(({ status }) => status)).toEqual(next.map(() => 201))
        for (const each of load.paid) expect(shop.payinsOf(each)).toHaveLength(1)
        await allPaid(load.paid)
        await expectNotifications()
      },
      180_000,
    )

    // A create request commits twice: its claim, and the answer of the service.
    test.each([
      ['claim', 'insert into payin_checkout.session_claims'],
      ['answer of the service', 'update payin_checkout.sessions set service_id'],
    ])(
      'leads a repeated create request to the same payin when the commit of the %s got no answer',
      async (_, words) => {
        const order = nextOrder()
        const key = randomUUID()
        const lost = network.loseCommitAfter(words)
        const first = await shop.createSession(order, key)
        await lost
        const second = await shop.createSession(order, key)

        expect([first.status, first.retryAfter, second.status]).toEqual([503, expect.any(String), 201])
        expect(shop.payinsOf(order)).toHaveLength(1)
        const keys = shop.service.creates().filter(({ body }) => body?.includes(`"${order}"`))
        expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
      },
    )
  },
)
