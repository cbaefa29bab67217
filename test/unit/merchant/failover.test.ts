// The database is set back by a failover or a backup, and the service remembers. Whatever is lost, and whether the server goes
// on or starts again: no order is paid by another customer's money, none gives out a page while its own payment is promised or
// paid, and all money is known or in an alert without anybody coming back.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Kind } from '../../../src/server/index.ts'
import { backUp, restore } from '../../support/table-backup.ts'
import { databaseUrl } from './instances-world.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const minute = 60_000

// The orders on sale were placed by the clock of the database, which is ahead of the test's.
beforeEach(async () => {
  await world().db.query('update orders set placed_at = $1', [new Date(world().clock.now() - 60 * minute)])
})
const losses = {
  '1 second': 1_000,
  '60 seconds': minute,
  'ten minutes': 10 * minute,
  'a day': 24 * 60 * minute,
}
const rows = <T extends object>(sql: string) => world().db.query<T>(sql)

/** What happens to the server when its database is set back. */
const afterwards = {
  'goes on': async () => world().merchant.lostRows.suspect(),
  'starts again at once': () => world().restart(),
  'starts again after an hour': async () => {
    await world().clock.advance(60 * minute)
    await world().restart()
  },
} as const

/** Each loss with each of these, and every other time the shop's numbers go back, too. */
const cases = Object.keys(losses).flatMap((loss, row) =>
  Object.keys(afterwards).map((how, column) => ({
    loss: loss as keyof typeof losses,
    how: how as keyof typeof afterwards,
    numbers: (row + column) % 2 === 0 ? 'go back' : 'go on',
  })),
)

/** An order is placed with this number, now. */
const place = (id: string, email: string, at: number) =>
  world().db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, placed_at)
     values ($1, 'Weekender bag', '49.90', 'EUR', $2, $3)`,
    [id, email, new Date(at)],
  )

const payinOf = (order: string) =>
  world()
    .sandbox.service.payins.list()
    .filter(({ reference }) => reference === order)
const complete = (id: string | undefined) => world().command(`payins/${id}/status`, { status: 'COMPLETED' })
const fulfilled = async () =>
  (await rows<{ id: string }>('select id from payin_checkout.outbox order by id')).map(({ id }) => id)
const alertKinds = async () =>
  (await rows<{ kind: string }>('select kind from payin_checkout.alerts order by id')).map(({ kind }) => kind)

/** A few minutes pass while the server runs. */
async function pass(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await world().clock.advance(40_000)
    await world().merchant.sweep.runOnce()
    await world().arrived()
  }
}

/**
 * A-1001 was ordered before the loss, and N-1 after it. Both are paid in the time that is lost, and A-1002 is promised. The
 * webhooks have arrived, so the service sends none again.
 */
async function payAndLose({ loss, how, numbers }: (typeof cases)[number]): Promise<readonly string[]> {
  await world().merchant.sweep.runOnce()
  await world().clock.advance(3_000)
  const backup = await backUp(world().db)
  const { clock } = world()
  await place('N-1', 'first@shop.example', clock.now())
  for (const order of ['A-1001', 'A-1002', 'N-1']) await world().pay(order, randomUUID())
  await complete(payinOf('A-1001')[0]?.id)
  await complete(payinOf('N-1')[0]?.id)
  await world().command(`payins/${payinOf('A-1002')[0]?.id}/status`, { status: 'AUTHORIZED' })
  await world().merchant.background.idle()
  const before = await fulfilled()
  expect(before).toHaveLength(2)
  await clock.advance(losses[loss])
  await restore(world().db, backup)
  await afterwards[how]()
  await clock.advance(1_000)
  if (numbers === 'go back') await place('N-1', 'second@shop.example', clock.now())
  return before
}

const press = (order: string, kind: Kind) => world().createSession(order, randomUUID(), { kind })
const pageOf = async (response: Response): Promise<string | null> =>
  response.ok ? ((await response.json()) as Session).redirect_url : null

describe.each(cases)('$loss are lost, the server $how, and numbers $numbers:', (given) => {
  test('an order gives out no page while its own payment is paid or promised', async () => {
    await payAndLose(given)
    for (const order of ['A-1001', 'A-1002'])
      for (const kind of ['bank_transfer', 'on_ramp', 'payin'] as const)
        expect([order, kind, await pageOf(await press(order, kind))]).toEqual([order, kind, null])
    expect(payinOf('A-1001')).toHaveLength(1)
    expect(await world().order('A-1001')).toBe('paid')
  })

  test('all money is known or in an alert, without anybody coming back', async () => {
    const before = await payAndLose(given)
    await pass()

    expect([await world().order('A-1001'), await world().order('A-1002')]).toEqual(['paid', 'unpaid'])
    const held = await rows(`select order_id, outcome from payin_checkout.sessions order by order_id`)
    expect(held).toEqual([
      { order_id: 'A-1001', outcome: 'complete' },
      { order_id: 'A-1002', outcome: 'authorized' },
    ])
    const [alert] = await rows<{ detail: string }>(
      `select detail from payin_checkout.alerts where kind = 'unknown_payment'`,
    )
    expect(alert?.detail).toContain(payinOf('N-1')[0]?.id)
    expect(new Set(await alertKinds())).toEqual(new Set(['unknown_payment', 'rows_lost']))
    // The parcel that was sent before is not sent again: its event has the same id.
    expect(before).toEqual(expect.arrayContaining(await fulfilled()))
  })

  test.runIf(given.numbers === 'go back')(
    'the next customer of a number gets neither page nor money of the first',
    async () => {
      await payAndLose(given)
      const [first] = payinOf('N-1')
      const page = await pageOf(await press('N-1', 'payin'))

      expect(page).not.toBeNull()
      expect(page).not.toBe(first?.redirect_url)
      await pass()
      expect(await world().order('N-1')).toBe('unpaid')
      const second = payinOf('N-1').find(({ redirect_url }) => redirect_url === page)
      await complete(second?.id)
      expect(await world().order('N-1')).toBe('paid')
    },
  )
})

test('of two paid payments, the oldest pays the order again, under the same event', async () => {
  await world().merchant.sweep.runOnce()
  const backup = await backUp(world().db)
  await world().pay('A-1001', randomUUID())
  await world().pay('A-1001', randomUUID(), { payment: { method: 'card' } })
  const [older, newer] = payinOf('A-1001').toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  await complete(older?.id)
  await complete(newer?.id)
  const before = await fulfilled()
  await restore(world().db, backup)
  world().merchant.lostRows.suspect()

  // The newer one is known first.
  const resend = world().sandbox.deliveries.findLast(({ object_id }) => object_id === newer?.id)
  await world().command(`deliveries/${resend?.id}/resend`, {})

  expect([await world().order('A-1001'), await fulfilled()]).toEqual(['paid', before])
  const paidBy = await rows(
    `select service_id from payin_checkout.sessions where outcome = 'complete' and order_id = 'A-1001'`,
  )
  expect(paidBy).toEqual([{ service_id: older?.id }])
  expect(await alertKinds()).toContain('paid_twice')
})

test('the lists are read once after a start, and then nothing is looked up any more', async () => {
  await world().pay('A-1002')
  await world().merchant.sweep.runOnce()
  await world().restart()
  await pass()
  world().calls()

  await pass()
  await place('N-1', 'first@shop.example', world().clock.now() - 24 * 60 * minute)
  await world().pay('N-1')
  expect(world().calls()).not.toContain('GET /api/v2/payins')
  expect(await alertKinds()).toEqual([])
})

test('where processes start again and again, the lists are read once in ten minutes', async () => {
  await world().merchant.sweep.runOnce()
  await world().clock.advance(3 * minute)
  await world().restart()
  world().calls()
  const lists = () =>
    world()
      .calls()
      .filter((call) => call === 'GET /api/v2/payins')
  await world().clock.advance(2 * minute)
  // Another process starts while this one reads.
  const held = world().hold('/api/v2/payins', 'after')
  const reading = world().merchant.sweep.runOnce()
  await held.reached
  const other = await world().another()
  held.release()
  await reading
  await world().clock.advance(2 * minute)
  await other.merchant.sweep.runOnce()
  expect(lists()).toHaveLength(1)

  await world().clock.advance(10 * minute)
  await other.merchant.sweep.runOnce()
  expect(lists()).toHaveLength(1)
})

test('a list that repeats its first page is not read for ever, and rows still count as missing', async () => {
  await payAndLose({ loss: '60 seconds', how: 'goes on', numbers: 'go on' })
  world().answers((path, json) => (path === '/api/v2/payins' ? { ...json, page: 1, has_more: true } : json))
  await pass()
  const [gap] = await rows<{ since: Date | null }>(
    'select rows_kept_until as since from payin_checkout.installation',
  )
  expect(gap?.since).not.toBeNull()
})

test('an order whose functions fail keeps no other payment from being found', async () => {
  await payAndLose({ loss: '60 seconds', how: 'goes on', numbers: 'go on' })
  // The table refuses that A-1001 is marked as paid.
  await rows(`alter table orders add constraint refuses check (id <> 'A-1001' or status <> 'paid')`)
  onTestFinished(async () => void (await rows('alter table orders drop constraint if exists refuses')))
  await pass()
  const held = await rows(`select order_id from payin_checkout.sessions where outcome = 'authorized'`)
  expect(held).toContainEqual({ order_id: 'A-1002' })
  expect(await world().order('A-1001')).toBe('unpaid')

  await rows('alter table orders drop constraint refuses')
  await world().clock.advance(10 * minute)
  await pass()
  expect(await world().order('A-1001')).toBe('paid')
})

test('while the service cannot be reached, the lists are read later, and the other work goes on', async () => {
  await payAndLose({ loss: '60 seconds', how: 'goes on', numbers: 'go on' })
  await world().clock.advance(2 * minute)
  await world().fault({ fault: 'error', status: 503, operations: ['listPayins'], count: 2 })
  await world().clock.settle(world().merchant.sweep.runOnce())
  expect(await world().order('A-1001')).toBe('unpaid')

  await pass()
  await pass()
  expect(await world().order('A-1001')).toBe('paid')
})

const onPostgres = test.skipIf(!databaseUrl)

onPostgres('a server that made no payment notices a failover by its broken connections', async () => {
  await world().merchant.sweep.runOnce()
  const backup = await backUp(world().db)
  const other = await world().another()
  expect((await other.createSession('A-1001', {})).status).toBe(201)
  await complete(payinOf('A-1001')[0]?.id)
  await other.merchant.close()
  await restore(world().db, backup)

  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  const ended = (await rows<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${others}`)).map(
    ({ pid }) => pid,
  )
  // It has noticed when it listens again.
  await expect
    .poll(async () =>
      (await rows<{ pid: number }>(`select pid ${others}`)).map(({ pid }) => ended.includes(pid)),
    )
    .toContain(false)

  expect((await press('A-1001', 'bank_transfer')).status).toBe(409)
})
