// The shop's own function fails whenever its order is to be marked as paid. The money is not lost: a person is alerted, and it
// is stored once the function is repaired.
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import type { Orders, Payment, Queries } from '../../../src/merchant/index.ts'
import { backofficeToken, useBackoffice, withBackoffice } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withBackoffice)
const { alert, list, settle } = useBackoffice(world)

const order = 'A-1001'
const hour = 3_600_000
/** Which functions of the shop fail. */
let broken: readonly ('find' | 'setPaid')[] = []
const error: () => Error = () => new Error('no stock for Ada')

const ordersOn = (orders: Orders): Orders<never> => {
  const fails = async (name: 'find' | 'setPaid') => {
    if (broken.includes(name)) throw error()
  }
  return {
    ...orders,
    async find(tx, id, asked) {
      await fails('find')
      return orders.find(tx, id, asked)
    },
    async setPaid(tx, id, payment) {
      await fails('setPaid')
      return orders.setPaid(tx, id, payment)
    },
  } as Orders<never>
}
const restart = () => world().restart({ BACKOFFICE_TOKEN: backofficeToken }, { ordersOn })
const read = async (id: string) => (await (await world().read(id)).json()) as Session
/** The sweep runs until everything that is due at this time was done. */
async function pass(ms: number): Promise<void> {
  await world().clock.advance(ms)
  await world().merchant.sweep.runOnce()
  await world().merchant.background.idle()
}

/** The service sends one more webhook of its own, whose processing fails. */
async function failOnce(): Promise<void> {
  const payin = world().service.only()
  payin.nonce = String(await refusals())
  await world().webhook(payin)
}
async function refusals(): Promise<number | undefined> {
  const [row] = await world().db.query<{ refusals: number }>('select refusals from payin_checkout.sessions')
  return row?.refusals
}

/** A payin is complete, and its webhook has failed once. */
async function paidWith(...functions: typeof broken) {
  broken = []
  await restart()
  const session = await world().pay(order)
  broken = functions
  await world().move(world().service.only(), 'COMPLETED')
  return session
}

describe.each(['setPaid', 'find'] as const)('money that %s refuses', (name) => {
  test('raises one alert at the third failure, also when the process starts again in between', async () => {
    const session = await paidWith(name)
    for (let more = 0; more < 5; more++) {
      expect([await refusals(), await list()]).toEqual([more + 1, more < 2 ? [] : [expect.anything()]])
      await restart()
      await failOnce()
    }
    expect(await alert()).toMatchObject({
      kind: 'set_paid_fails',
      subject: order,
      detail: `the shop's function ${name} fails, so the money of this payment is not stored`,
      settle_as: ['refunded'],
      settled: null,
    })
    expect([(await read(session.id)).outcome, await world().order(order)]).toEqual(['open', 'unpaid'])
    const lines = world().logged.filter((line) => line.includes('"event":"alert"'))
    expect(lines).toHaveLength(1)
    expect(JSON.stringify([lines, await list()])).not.toContain('Ada')
  })

  test('is what /healthz says, until the function is repaired', async () => {
    const health = async () => {
      const answer = await world().app.request('/healthz')
      return [answer.status, await answer.json()]
    }
    await paidWith(name)
    expect(await health()).toEqual([200, { status: 'failing', failing: [name] }])
    broken = []
    await pass(2 * hour)
    expect(await health()).toEqual([200, { status: 'ok' }])
  })

  test('is stored once the function is repaired, and the server closes the alert itself', async () => {
    const session = await paidWith(name)
    for (let more = 0; more < 4; more++) await pass(hour)
    broken = []
    await pass(2 * hour)
    expect([(await read(session.id)).outcome, await world().order(order)]).toEqual(['complete', 'paid'])
    const at = new Date(world().clock.now()).toISOString()
    expect(await alert()).toMatchObject({ settled: { as: 'noted', by: 'the server', note: null, at } })
    expect(await world().db.query('select * from parcels')).toHaveLength(1)
  })

  test('is stored however long the function was broken, also when its webhook was given up', async () => {
    const session = await paidWith(name)
    await world().db.query('delete from payin_checkout.webhook_events')
    for (let day = 0; day < 15; day++) await pass(24 * hour)
    broken = []
    await pass(2 * hour)
    expect([(await read(session.id)).outcome, await world().order(order)]).toEqual(['complete', 'paid'])
  })
})

test('money that setPaid refuses is given back, and the order can be paid again', async () => {
  const session = await paidWith('setPaid')
  for (let more = 0; more < 2; more++) await failOnce()
  const { id } = await alert()
  expect((await settle(id, 'noted')).status).toBe(409)
  expect((await settle(id, 'refunded')).status).toBe(200)
  await pass(2 * hour)
  expect([(await read(session.id)).outcome, await world().order(order)]).toEqual(['failed', 'unpaid'])
  expect(await alert()).toMatchObject({ settled: { as: 'refunded' } })
  broken = []
  expect((await world().pay(order)).redirect_url).not.toBeNull()
})

test.each<[string, (tx: Queries) => Promise<unknown>]>([
  ['returns false', async () => false],
  ['throws a text', () => Promise.reject('no stock')],
  [
    'has caught the error of its own statement',
    (tx) => tx.query('update orders set no_such_column = 1').catch(() => undefined) as Promise<unknown>,
  ],
])(
  'money that setPaid does not store because it %s raises the alert, and is stored later',
  async (_, setPaid) => {
    let isBroken = true
    const ordersOn = (orders: Orders): Orders<never> =>
      ({
        ...orders,
        setPaid: (tx: Queries, ...given: [string, Payment]) =>
          isBroken ? setPaid(tx) : orders.setPaid(tx, ...given),
      }) as Orders<never>
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken }, { ordersOn })
    const session = await world().pay(order)
    await world().move(world().service.only(), 'COMPLETED')
    for (let more = 0; more < 3; more++) await pass(hour)
    expect(await alert()).toMatchObject({ kind: 'set_paid_fails', subject: order })
    expect((await read(session.id)).outcome).toBe('open')
    isBroken = false
    await pass(2 * hour)
    expect([(await read(session.id)).outcome, await world().order(order)]).toEqual(['complete', 'paid'])
    expect(await alert()).toMatchObject({ settled: { by: 'the server' } })
  },
)

test('one failure raises no alert, and is forgotten when the money is stored', async () => {
  await paidWith('setPaid')
  expect(await refusals()).toBe(1)
  broken = []
  await pass(2 * hour)
  expect([await world().order(order), await list(), await refusals()]).toEqual(['paid', [], 0])
})

test('failures of checks count like those of webhooks', async () => {
  const session = await paidWith('setPaid')
  await world().merchant.sweep.runOnce(true)
  expect(await alert()).toMatchObject({ kind: 'set_paid_fails' })
  expect((await read(session.id)).outcome).toBe('open')
})

test('a function that fails for a payment without money raises no alert', async () => {
  await restart()
  broken = []
  await world().pay(order)
  broken = ['find']
  await world().move(world().service.only(), 'PENDING')
  for (let more = 0; more < 5; more++) await pass(hour)
  expect(await list()).toEqual([])
})

test('money that no longer fits its order is settled by a person, and the alert about the function closes', async () => {
  await paidWith('setPaid')
  for (let more = 0; more < 4; more++) await pass(hour)
  await world().db.query(`update orders set amount_value = '60.00' where id = $1`, [order])
  await pass(2 * hour)
  expect((await list()).map(({ kind, settled }) => [kind, settled?.by ?? null])).toEqual([
    ['amount_differs', null],
    ['set_paid_fails', 'the server'],
  ])
})
