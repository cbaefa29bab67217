import { expect, test } from 'vitest'
import { createApp } from '../../../server-example/app.ts'
import { isDatabaseAway } from '../../../server-example/store/database-away.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

const errorOf = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

test.each<['is away' | 'is there', unknown]>([
  // As pg 8 throws them while Postgres 15 goes down, is down, and comes up again.
  ['is away', errorOf('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
  ['is away', errorOf('read ECONNRESET', 'ECONNRESET')],
  ['is away', errorOf('terminating connection due to administrator command', '57P01')],
  ['is away', errorOf('terminating connection because of crash of another server process', '57P02')],
  ['is away', errorOf('the database system is starting up', '57P03')],
  ['is away', errorOf('Connection terminated unexpectedly')],
  ['is away', errorOf('timeout exceeded when trying to connect')],
  ['is away', errorOf('Client has encountered a connection error and is not queryable')],
  // What would fail again, and what is no database's.
  ['is there', errorOf('relation "orders" does not exist', '42P01')],
  ['is there', errorOf('password authentication failed', '28P01')],
  ['is there', errorOf('no such file', 'ENOENT')],
  ['is there', errorOf('Something else')],
  ['is there', 'ECONNREFUSED'],
])('a database %s: %s', (where, error) => {
  expect(isDatabaseAway(error)).toBe(where === 'is away')
})

test('who asks while the database restarts is asked to come again, not told that the shop is broken', async () => {
  const { merchant, logged } = world()
  const query = () => Promise.reject(errorOf('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'))
  const reader = { ...merchant.reader, read: () => query() }
  const app = createApp({ ...merchant, reader })

  const response = await app.request(`/checkout/sessions/cs_${'a'.repeat(43)}`)

  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.text()).not.toContain('127.0.0.1')
  expect(logged.join()).toContain('"event":"database_away"')
})
