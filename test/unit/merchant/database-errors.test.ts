import { expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import {
  isDatabaseBusy,
  isDatabaseUnavailable,
  NoAnswer,
} from '../../../src/merchant/store/database-errors.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

const errorOf = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

test.each<['is away' | 'is busy' | 'is there', unknown]>([
  // pg 8 throws these while Postgres 15 shuts down, is down, and starts again.
  ['is away', errorOf('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
  ['is away', errorOf('read ECONNRESET', 'ECONNRESET')],
  ['is away', errorOf('terminating connection due to administrator command', '57P01')],
  ['is away', errorOf('terminating connection because of crash of another server process', '57P02')],
  ['is away', errorOf('the database system is starting up', '57P03')],
  ['is away', errorOf('Connection terminated unexpectedly')],
  ['is away', errorOf('timeout exceeded when trying to connect')],
  ['is away', errorOf('Client has encountered a connection error and is not queryable')],
  ['is away', new NoAnswer(5_000)],
  ['is away', errorOf('getaddrinfo ENOTFOUND db', 'ENOTFOUND')],
  ['is away', errorOf('unsupported startup parameter: lock_timeout', '08P01')],
  ['is away', errorOf('terminating connection due to idle-session timeout', '57P05')],
  ['is away', errorOf('terminating connection due to idle-in-transaction timeout', '25P03')],
  // After a failover this server is a standby.
  ['is away', errorOf('cannot execute UPDATE in a read-only transaction', '25006')],
  // Postgres runs, but is full or broken at the moment.
  ['is away', errorOf('sorry, too many clients already', '53300')],
  ['is away', errorOf('could not extend file: No space left on device', '53100')],
  ['is away', errorOf('could not read block', '58030')],
  // Other transactions were in the way.
  ['is busy', errorOf('canceling statement due to lock timeout', '55P03')],
  ['is busy', errorOf('canceling statement due to statement timeout', '57014')],
  ['is busy', errorOf('deadlock detected', '40P01')],
  ['is busy', errorOf('could not serialize access', '40001')],
  // These would fail again, or do not come from a database.
  ['is there', errorOf('relation "orders" does not exist', '42P01')],
  ['is there', errorOf('password authentication failed', '28P01')],
  ['is there', errorOf('could not access file', '58P01')],
  ['is there', errorOf('database "shop" does not exist', '3D000')],
  ['is there', errorOf('no such file', 'ENOENT')],
  ['is there', errorOf('Something else')],
  ['is there', 'ECONNREFUSED'],
])('a database %s when it throws: %s', (where, error) => {
  expect([isDatabaseUnavailable(error), isDatabaseBusy(error)]).toEqual([
    where === 'is away',
    where === 'is busy',
  ])
})

test.each([
  ['restarts', 'database_away', errorOf('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
  ['has no free connection', 'database_away', errorOf('sorry, too many clients already', '53300')],
  ['is locked', 'database_busy', errorOf('canceling statement due to lock timeout', '55P03')],
])(
  'a shopper who asks while the database %s gets 503 with Retry-After, and no error text',
  async (_, event, error) => {
    const { merchant, logged } = world()
    const reader = { ...merchant.reader, read: () => Promise.reject(error) }
    const app = createApp({ ...merchant, reader })

    const response = await app.request(`/checkout/sessions/cs_${'a'.repeat(43)}`)

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.text()).not.toContain(error.message)
    expect(logged.join()).toContain(`"event":"${event}"`)
  },
)
