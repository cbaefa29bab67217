import { expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import {
  isDatabaseBusy,
  isDatabaseUnavailable,
  NoAnswer,
} from '../../../src/merchant/store/database-errors.ts'
import { RetryError } from '../../../src/server/index.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

const errorOf = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

/** An error of Prisma 7, as `$queryRawUnsafe` and `$transaction` throw it. */
const prismaError = (code: string, cause?: object) =>
  Object.assign(new Error('Invalid `prisma.$queryRawUnsafe()` invocation'), {
    code,
    ...(cause && { meta: { driverAdapterError: Object.assign(new Error('of the adapter'), { cause }) } }),
  })
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

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
  // Its password is replaced, or its database is restored, while the server runs.
  ['is away', errorOf('password authentication failed', '28P01')],
  ['is away', errorOf('role "shop" is not permitted to log in', '28000')],
  ['is away', errorOf('database "shop" does not exist', '3D000')],
  // Postgres runs, but is full or broken at the moment.
  ['is away', errorOf('sorry, too many clients already', '53300')],
  ['is away', errorOf('could not extend file: No space left on device', '53100')],
  ['is away', errorOf('could not read block', '58030')],
  // Other transactions were in the way.
  ['is busy', errorOf('canceling statement due to lock timeout', '55P03')],
  ['is busy', errorOf('canceling statement due to statement timeout', '57014')],
  ['is busy', errorOf('deadlock detected', '40P01')],
  ['is busy', errorOf('could not serialize access', '40001')],
  // Prisma 7.
  ['is away', prismaError('P2010', { kind: 'DatabaseNotReachable', host: '127.0.0.1', port: 1 })],
  ['is away', prismaError('P2010', { kind: 'ConnectionClosed' })],
  ['is away', prismaError('P2010', { kind: 'SocketTimeout' })],
  ['is away', prismaError('P2037', { kind: 'TooManyConnections', originalCode: '53300' })],
  ['is away', prismaError('P2010', { kind: 'postgres', originalCode: '57P01', code: '57P01' })],
  ['is busy', prismaError('P2010', { kind: 'TransactionWriteConflict', originalCode: '40001' })],
  ['is busy', prismaError('P2010', { kind: 'postgres', originalCode: '55P03', code: '55P03' })],
  ['is there', prismaError('P2010', { kind: 'UniqueConstraintViolation', originalCode: '23505' })],
  ['is away', prismaError('P2010', { kind: 'DatabaseDoesNotExist', originalCode: '3D000' })],
  ['is away', prismaError('P1000')],
  ['is away', prismaError('P1003')],
  ['is away', prismaError('P1010')],
  ['is away', prismaError('P1001')],
  ['is away', prismaError('P1002')],
  ['is away', prismaError('P1008')],
  ['is away', prismaError('P1017')],
  ['is away', prismaError('P2024')],
  ['is away', prismaError('P2028')],
  ['is busy', prismaError('P2034')],
  // Prisma 6 and before have the code of Postgres in `meta`, and that of a failed start in `errorCode`.
  ['is busy', Object.assign(new Error('Raw query failed'), { code: 'P2010', meta: { code: '40P01' } })],
  ['is away', Object.assign(new Error('No start'), { errorCode: 'P1001' })],
  // postgres.js 3.
  ['is away', errorOf('write CONNECTION_CLOSED 127.0.0.1:5432', 'CONNECTION_CLOSED')],
  ['is away', errorOf('write CONNECT_TIMEOUT 127.0.0.1:5432', 'CONNECT_TIMEOUT')],
  // Knex 3 puts the statement before the message.
  ['is away', errorOf('ROLLBACK - Client has encountered a connection error and is not queryable')],
  ['is away', errorOf('COMMIT; - Connection terminated unexpectedly')],
  ['is away', named('KnexTimeoutError', 'Knex: Timeout acquiring a connection. The pool is probably full.')],
  ['is there', errorOf(`select ' - Connection terminated' - no such table`, '42P01')],
  // Drizzle wraps. A host with several addresses gives an error for each.
  ['is busy', new Error('Failed query', { cause: errorOf('deadlock detected', '40P01') })],
  ['is away', new AggregateError([errorOf('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')])],
  ['is there', circular()],
  // The network of the service is not the one of the database.
  ['is there', new RetryError('No answer', { cause: errorOf('connect ECONNREFUSED', 'ECONNREFUSED') })],
  // These would fail again, or do not come from a database.
  ['is there', errorOf('relation "orders" does not exist', '42P01')],
  ['is there', errorOf('could not access file', '58P01')],
  ['is there', errorOf('no such file', 'ENOENT')],
  ['is there', errorOf('Something else')],
  ['is there', 'ECONNREFUSED'],
])('a database %s when it throws: %s', (where, error) => {
  expect([isDatabaseUnavailable(error), isDatabaseBusy(error)]).toEqual([
    where === 'is away',
    where === 'is busy',
  ])
})

/** An error that is its own cause. */
function circular(): Error {
  const error = new Error('Something else')
  return Object.assign(error, { cause: error, errors: [error, error] })
}

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
