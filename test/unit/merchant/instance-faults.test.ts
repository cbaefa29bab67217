// Faults between several servers and their Postgres: a process dies in the middle of its work, a notification is lost,
// two servers start at the same moment. No shopper may notice.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { postgresStore } from '../../../src/merchant/postgres.ts'
import { migrate } from '../../../src/merchant/store/migrate.ts'
import { createOwnDatabase } from '../../support/own-database.ts'
import type { World } from './harness.ts'
import {
  createGate,
  databaseUrl,
  hold,
  unlessSkipped,
  useInstances,
  withoutNotifications,
} from './instances-world.ts'

const never = new Promise<never>(() => undefined)

describe.skipIf(!databaseUrl)(`instances with faults${unlessSkipped}`, () => {
  const instances = useInstances()

  describe('an instance that dies in the middle of a create', () => {
    test.each([
      ['before the request reached the service', false],
      ['after the service made the payin', true],
    ])('%s is replaced by another, with the same request body and one payin', async (_, arrives) => {
      const { all, service, join } = instances()
      const [, b] = all
      const sent = createGate()
      const fetch: typeof globalThis.fetch = async (...args) => {
        if (arrives) await service.fetch(...args)
        sent.open()
        return never
      }
      const dead = await join('dead', { options: { fetch } })
      const key = randomUUID()

      void dead.createSession('A-1001', key)
      await sent.opened
      const session = await b.pay('A-1001', key)

      expect(session).toMatchObject({ status: 'CREATED', redirect_url: service.only().redirect_url })
      expect(new Set(service.creates().map(({ key, body }) => key + String(body))).size).toBe(1)
    })

    test('and loses its database is replaced by the sweep of another when no create request follows', async () => {
      const { all, service, join, clock } = instances()
      const [a, b] = all
      const dead = await join('dead', {
        options: {
          fetch: async (...args) => {
            const answer = await service.fetch(...args)
            await dead.db.close()
            return answer
          },
        },
      })

      expect((await dead.createSession('A-1001')).status).toBe(500)
      service.only().status = 'COMPLETED'
      await clock.advance(30_000)
      await b.merchant.sweep.runOnce()

      expect(service.payins.size).toBe(1)
      expect([await a.order('A-1001'), await a.alerts()]).toEqual(['paid', []])
    })
  })

  describe('a notification that is lost', () => {
    test('is made up for as soon as the connection is back', async () => {
      const { all, service, join } = instances()
      const [a] = all
      const lost = await join('lost', { db: withoutNotifications })
      const { id } = await a.pay('A-1001')
      const held = await hold(lost, id, '"2"', 20)

      await a.move(service.only(), 'COMPLETED')
      expect(lost.merchant.notifications.size).toBe(1)
      await cutListener(lost)

      expect(await (await held.answer).json()).toMatchObject({ outcome: 'complete' })
    })

    test('is made up for within five seconds when the connection stays silent', async () => {
      const { all, service, join, clock } = instances()
      const [a] = all
      const lost = await join('lost', { db: withoutNotifications })
      const { id } = await a.pay('A-1001')
      const held = await hold(lost, id, '"2"', 20)

      await a.move(service.only(), 'COMPLETED')
      expect(lost.merchant.notifications.size).toBe(1)
      await clock.advance(5_000)

      expect(await (await held.answer).json()).toMatchObject({ outcome: 'complete' })
    })

    test('is the only one: after a reconnect the next notification arrives', async () => {
      const { all, service } = instances()
      const [a, b] = all
      const { id } = await a.pay('A-1001')
      await cutListener(b)
      await expect.poll(() => listeners(b)).toHaveLength(1)

      const held = await hold(b, id, '"2"', 20)
      await a.move(service.only(), 'COMPLETED')

      expect(await (await held.answer).json()).toMatchObject({ outcome: 'complete' })
    })
  })

  test('an instance whose clock is behind still completes a payment when its fetch is the later one', async () => {
    const { all, service, join, clock } = instances()
    const [a] = all
    const ahead = await join('ahead', { options: { clock: { ...clock, now: () => clock.now() + 60_000 } } })
    const { id } = await a.pay('A-1001')

    await ahead.move(service.only(), 'AUTHORIZED')
    await a.move(service.only(), 'COMPLETED')

    expect(await (await a.read(id)).json()).toMatchObject({ outcome: 'complete' })
    expect([await a.order('A-1001'), await a.alerts()]).toEqual(['paid', []])
  })

  const ownListeners = `from pg_stat_activity
    where application_name = current_setting('application_name') and query = 'listen "session_changed"'`

  const listeners = ({ db }: World) => db.query(`select pid ${ownListeners}`)

  /** As a restart of Postgres or a firewall does. */
  async function cutListener({ db }: World): Promise<void> {
    expect(await db.query(`select pg_terminate_backend(pid) ${ownListeners}`)).toHaveLength(1)
  }
})

test.skipIf(!databaseUrl)(`servers that start together migrate once${unlessSkipped}`, async () => {
  const database = await createOwnDatabase(databaseUrl ?? '')
  const start = async (name: string) => {
    const db = postgresStore({ connectionString: database.urlFor(name) })
    await migrate(db)
    return db
  }

  const started = await Promise.all(['a', 'b', 'c'].map(start))
  const [db] = started

  expect(await db?.query('select count(*)::int as n from payin_checkout.installation')).toEqual([{ n: 1 }])
  await Promise.all(started.map((db) => db.close()))
  await database.drop()
})
