// The service lists a payment that cannot be read. It does not stop the care for any other, and it is not nothing: its order
// waits for a person.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { backUp, restore } from '../../support/table-backup.ts'
import { useWorld } from './harness.ts'

const world = useWorld({ waits: true })
const minute = 60_000
const payins = () => [...world().service.payins.values()]
const payinOf = (order: string) => {
  const payin = payins().find(({ reference }) => reference === order)
  if (!payin) throw new Error('There is no such payin.')
  return payin
}
const create = (order: string) =>
  world().clock.settle(Promise.resolve(world().createSession(order, randomUUID())))

/** How a payin may look in a list, so that it cannot be read. */
const broken = {
  'without an id': { id: undefined },
  'with a number as its id': { id: 7 },
  'without a status': { status: undefined },
  'with null as its status': { status: null },
}

/** The service breaks these payins, in its lists and by themselves. */
function breakPayins(order: string, change: object): void {
  const { elsewhere } = world().service
  const { id } = payinOf(order)
  const list = (reference?: string) => () => {
    const listed = payins().filter((payin) => reference === undefined || payin.reference === reference)
    const content = listed.map((payin) => (payin.id === id ? { ...payin, ...change } : payin))
    return Response.json({ content, page: 1, page_size: 100, has_more: false })
  }
  const address = 'https://pay.example/api/v2/payins'
  elsewhere.set(`${address}?page=1&page_size=100`, list())
  for (const each of ['A-1001', 'A-1002', 'A-1003'])
    elsewhere.set(`${address}?page=1&page_size=100&reference=${each}`, list(each))
  elsewhere.set(`${address}/${id}`, () => Response.json({ ...payinOf(order), ...change }))
}

/** The rows of these orders are lost, in which both were paid. */
async function loseRowsOf(...orders: string[]): Promise<void> {
  const { db, clock, merchant } = world()
  await db.query('update orders set placed_at = $1', [new Date(clock.now())])
  await clock.settle(merchant.sweep.runOnce())
  const backup = await backUp(db)
  for (const order of orders) await world().pay(order)
  for (const payin of payins()) payin.status = 'COMPLETED'
  await clock.advance(2 * minute)
  await restore(db, backup)
}

async function recover(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world().clock.settle(world().merchant.sweep.runOnce())
    await world().clock.advance(2 * minute)
  }
}

const alerts = () =>
  world().db.query<{ id: number; subject: string }>(
    `select id, subject from payin_checkout.alerts where kind = 'unknown_payment' and settled_at is null order by subject`,
  )
const isGapClosed = async () => {
  const [row] = await world().db.query<{ open: boolean }>(
    'select rows_kept_until is not null as open from payin_checkout.installation',
  )
  return row?.open === false
}

describe.each(Object.entries(broken))('a payin %s in the lists, after rows were lost', (_how, change) => {
  test('stops no other from being brought back, and its order waits for a person', async () => {
    await loseRowsOf('A-1001', 'A-1002')
    breakPayins('A-1001', change)

    await recover()

    expect([await world().order('A-1002'), await isGapClosed()]).toEqual(['paid', true])
    expect((await alerts()).map(({ subject }) => subject)).toEqual(['A-1001'])
    expect([(await create('A-1001')).status, (await create('A-1003')).status]).toEqual([503, 201])
    expect(payins().filter(({ reference }) => reference === 'A-1001')).toHaveLength(1)
  })

  test('lets its order be paid once a person has settled the alert', async () => {
    await loseRowsOf('A-1001')
    breakPayins('A-1001', change)
    await create('A-1001')
    const [alert] = await alerts()

    await world().merchant.settle(alert?.id ?? 0, { as: 'noted', by: 'Ada' })
    // The service has forgotten the key of the lost attempt.
    world().service.keys.clear()
    const answers = [(await create('A-1001')).status, (await create('A-1002')).status]
    await recover()

    expect([answers, await alerts(), await isGapClosed()]).toEqual([[201, 201], [], true])
  })
})

test.each([
  ['return_url', { return_url: null }],
  ['reference', { reference: null }],
  ['amount', { amount: null }],
])('a payin without %s in the lists is brought back by what it shows itself', async (_, change) => {
  await loseRowsOf('A-1001')
  breakPayins('A-1001', change)
  world().service.elsewhere.delete(`https://pay.example/api/v2/payins/${payinOf('A-1001').id}`)

  await recover()

  world().service.keys.clear()
  expect([await world().order('A-1001'), await alerts(), (await create('A-1001')).status]).toEqual([
    'paid',
    [],
    409,
  ])
})

test('things in the lists that are no payins raise one alert without an order', async () => {
  await loseRowsOf('A-1001')
  const content = [null, 7, 'text', [], {}, payinOf('A-1001')]
  world().service.elsewhere.set('https://pay.example/api/v2/payins?page=1&page_size=100', () =>
    Response.json({ content, page: 1, page_size: 100, has_more: false }),
  )

  await recover()

  expect([await world().order('A-1001'), await alerts()]).toMatchObject(['paid', [{ subject: null }]])
})

test.each([
  ['first', 1, 4, 11],
  ['second', 2, 2, 2],
])('lists whose %s page always fails are not read again and again', async (_, page, least, most) => {
  await loseRowsOf('A-1001')
  const { service, clock, merchant } = world()
  const first = { content: [payinOf('A-1001')], page: 1, page_size: 100, has_more: true }
  const address = (number: number) => `https://pay.example/api/v2/payins?page=${number}&page_size=100`
  let asked = 0
  service.elsewhere.set(address(1), () => {
    asked++
    return page === 1 ? Response.json({}, { status: 500 }) : Response.json(first)
  })
  service.elsewhere.set(address(2), () => Response.json({}, { status: 500 }))
  merchant.sweep.start()
  for (let second = 0; second < 660; second += 15) await clock.advance(15_000)
  await merchant.sweep.stop()

  expect(asked).toBeGreaterThanOrEqual(least)
  expect(asked).toBeLessThanOrEqual(most)
  expect(await world().order('A-1001')).toBe(page === 1 ? 'unpaid' : 'paid')
})

test('a payout waits for a person although the payin under the same reference was settled', async () => {
  const { elsewhere } = world().service
  const content = [{ id: randomUUID(), reference: 'A-1001' }]
  for (const path of ['payins', 'payouts'])
    elsewhere.set(`https://pay.example/api/v2/${path}?page=1&page_size=100&reference=A-1001`, () =>
      Response.json({ content, page: 1, page_size: 100, has_more: false }),
    )
  await world().db.query('update orders set placed_at = $1', [new Date(world().clock.now())])
  await world().clock.settle(world().merchant.sweep.runOnce())
  await world().restart()
  expect((await create('A-1001')).status).toBe(503)
  const [alert] = await alerts()
  await world().merchant.settle(alert?.id ?? 0, { as: 'noted', by: 'Ada' })

  const payout = { reference: 'A-1001', amount: { value: '12.00', currency: 'EUR' } }
  const issued = world().clock.settle(world().merchant.payouts.create(randomUUID(), payout))

  await expect(issued).rejects.toThrow('cannot be read')
  expect((await alerts()).map(({ subject }) => subject)).toEqual(['A-1001'])
})

test('a payin of another shop that cannot be read raises no alert', async () => {
  await loseRowsOf('A-1001', 'A-1002')
  breakPayins('A-1001', { id: undefined, return_url: 'https://elsewhere.example/thanks' })

  await recover()

  expect([await world().order('A-1002'), await alerts(), await isGapClosed()]).toEqual(['paid', [], true])
})

test('a payment of an order is brought back beside another one of it that cannot be read', async () => {
  await loseRowsOf('A-1001')
  const { db } = world()
  const stranger = { ...payinOf('A-1001'), id: randomUUID(), status: 'COMPLETED' }
  world().service.payins.set(stranger.id, stranger)
  const known = payinOf('A-1001')
  world().service.payins.delete(known.id)
  world().service.payins.set(known.id, known)
  breakPayins('A-1001', { id: undefined })

  await recover()

  expect([await world().order('A-1001'), (await alerts()).length]).toEqual(['paid', 1])
  expect(await db.query('select 1 as one from payin_checkout.sessions')).toHaveLength(1)
})

test('a payment that the service lists and does not find by its id stops no other', async () => {
  await loseRowsOf('A-1001', 'A-1002')
  breakPayins('A-1001', { amount: null })
  world().service.elsewhere.set(`https://pay.example/api/v2/payins/${payinOf('A-1001').id}`, () =>
    Response.json({}, { status: 404 }),
  )

  await recover()

  expect([await world().order('A-1002'), await isGapClosed()]).toEqual(['paid', true])
  expect((await create('A-1001')).status).toBe(503)
})
