// Once an order is paid or authorized, no other session of it gives out an address, and the authorization stays in force.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const byCard = { payment: { method: 'card' } }

const read = async (id: string, headers = {}) => (await (await world().read(id, headers)).json()) as Session
const link = async (id: string) => world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })

/** Two attempts, each with an address. */
async function twoAttempts() {
  const { pay, service } = world()
  const key = randomUUID()
  const first = await pay('A-1001', key)
  const second = await pay('A-1001', randomUUID(), byCard)
  const [one, two] = [...service.payins.values()]
  if (!one || !two) throw new Error('There are not two payins.')
  return { key, first, second, one, two }
}

describe('an order whose second attempt is authorized', () => {
  test('gives out no address of the first by a read, a link or its key', async () => {
    const { key, first, second, two } = await twoAttempts()
    await world().move(two, 'AUTHORIZED')

    const held = { id: first.id, outcome: 'open', order_outcome: 'authorized', redirect_url: null }
    expect(await read(first.id)).toMatchObject(held)
    const refused = await link(first.id)
    expect([refused.status, (await refused.json()).type]).toEqual([409, 'urn:payin-checkout:order-promised'])
    expect(await world().pay('A-1001', key)).toMatchObject(held)
    expect((await world().pay('A-1001')).id).toBe(second.id)
  })

  test('wakes the tab with a held read of the first', async () => {
    const { first, two } = await twoAttempts()
    const etag = (await world().read(first.id)).headers.get('etag') ?? ''
    const held = world().read(first.id, { 'if-none-match': etag, prefer: 'wait=20' })
    await world().clock.untilSleeping(20_000)

    await world().move(two, 'AUTHORIZED')

    expect(await (await held).json()).toMatchObject({ order_outcome: 'authorized', redirect_url: null })
  })

  test('gives the address out again when the authorized payment fails', async () => {
    const { first, two } = await twoAttempts()
    await world().move(two, 'AUTHORIZED')
    await world().move(two, 'FAILED')

    expect(await read(first.id)).toMatchObject({ order_outcome: 'open', redirect_url: null })
    expect(await (await link(first.id)).json()).toMatchObject({ redirect_url: first.redirect_url })
  })
})

describe('money that is promised for an order', () => {
  test.each(['AUTHORIZED', 'COMPLETED'])(
    'whose other payment is %s raises an alert at once, and another one only when it comes',
    async (status) => {
      const { one, two } = await twoAttempts()
      await world().move(two, status)
      await world().move(one, 'AUTHORIZED')
      const promised = await world().alerts()
      await world().move(two, 'COMPLETED')
      await world().move(one, 'COMPLETED')

      expect([promised, await world().alerts()]).toEqual([
        ['second_payment'],
        ['second_payment', 'paid_twice'],
      ])
    },
  )

  test('that the shop has marked as paid raises an alert at once', async () => {
    const { one } = await twoAttempts()
    await world().db.query(`update orders set status = 'paid' where id = 'A-1001'`)
    await world().move(one, 'AUTHORIZED')

    expect(await world().alerts()).toEqual(['second_payment'])
  })

  test('without other money raises none', async () => {
    const { one, two } = await twoAttempts()
    await world().move(two, 'FAILED')
    await world().move(one, 'AUTHORIZED')
    await world().move(one, 'COMPLETED')

    expect(await world().alerts()).toEqual([])
  })
})

describe('an order whose second attempt is complete', () => {
  test('shows in each of its sessions that it is paid', async () => {
    const { key, first, two } = await twoAttempts()
    await world().move(two, 'COMPLETED')

    expect(await read(first.id)).toMatchObject({
      outcome: 'open',
      order_outcome: 'complete',
      redirect_url: null,
    })
    for (const again of [key, randomUUID()])
      expect((await world().createSession('A-1001', again)).status).toBe(409)
    expect((await link(first.id)).status).toBe(409)
  })

  test('raises an alert when the first completes as well, and stays paid by the second', async () => {
    const { one, two } = await twoAttempts()
    await world().move(two, 'COMPLETED')
    await world().move(one, 'COMPLETED')

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['paid_twice']])
  })
})

test('an authorized or paid session has no address either', async () => {
  const { first, one } = await twoAttempts()
  await world().move(one, 'AUTHORIZED')
  expect(await read(first.id)).toMatchObject({ outcome: 'authorized', redirect_url: null })
  await world().move(one, 'COMPLETED')
  expect(await read(first.id)).toMatchObject({ outcome: 'complete', redirect_url: null })
})

test('a status that no document names raises one alert after a week, and money that comes counts', async () => {
  const { one } = await twoAttempts()
  one.status = 'CAPTURED'
  const later = async (hours: number) => {
    await world().clock.advance(hours * 3_600_000)
    await world().merchant.sweep.runOnce(true)
    return world().alerts()
  }
  expect(await later(7 * 24 - 1)).toEqual([])
  for (const hours of [1, 24]) expect(await later(hours)).toEqual(['payment_overdue'])
  expect(await listAlerts(world().db)).toMatchObject([
    {
      detail: 'made on 2026-11-20T12:00:00.000Z, and the service says CAPTURED',
      settle_as: ['noted'],
    },
  ])
  await world().move(one, 'COMPLETED')
  expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['payment_overdue']])
})

describe('an authorization', () => {
  test.each([
    ['an older step', 'INITIATED', 'AUTHORIZED'],
    ['the first step', 'CREATED', 'AUTHORIZED'],
    ['an unknown status', 'ON_HOLD', 'ON_HOLD'],
  ])('stays in force when a read says %s', async (_, status, shown) => {
    const { first, one } = await twoAttempts()
    await world().move(one, 'AUTHORIZED')
    one.status = status
    await world().clock.advance(60_000)
    await world().merchant.sweep.runOnce(true)

    expect(await read(first.id)).toMatchObject({ status: shown, outcome: 'authorized' })
    expect(await world().pay('A-1001', randomUUID(), byCard)).toMatchObject({
      id: first.id,
      redirect_url: null,
    })
    expect(await world().alerts()).toEqual([])
  })

  test('that the service does not end for a week raises one alert, and counts when it comes', async () => {
    const { first, one } = await twoAttempts()
    await world().move(one, 'AUTHORIZED')
    const later = async (hours: number) => {
      await world().clock.advance(hours * 3_600_000)
      await world().merchant.sweep.runOnce(true)
      return world().alerts()
    }
    expect(await later(7 * 24 - 1)).toEqual([])
    for (const hours of [2, 2, 24]) expect(await later(hours)).toEqual(['payment_overdue'])
    expect(await listAlerts(world().db)).toMatchObject([
      { detail: 'promised since 2026-11-20T12:00:00.000Z, and not ended', settle_as: ['noted'] },
    ])
    await world().move(one, 'COMPLETED')
    expect(await read(first.id)).toMatchObject({ outcome: 'complete' })
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['payment_overdue']])
  })

  test.each(['FAILED', 'EXPIRED'])(
    'is ended only by %s, and then the order can be paid again',
    async (end) => {
      const { first, one } = await twoAttempts()
      await world().move(one, 'AUTHORIZED')
      await world().move(one, end)

      expect(await read(first.id)).toMatchObject({ outcome: end.toLowerCase() })
      expect((await world().pay('A-1001', randomUUID(), byCard)).redirect_url).not.toBeNull()
    },
  )

  test.each(['FAILED', 'EXPIRED'])('after %s counts again, and raises an alert', async (end) => {
    const { first, one } = await twoAttempts()
    await world().move(one, end)
    await world().clock.advance(3_000)
    await world().move(one, 'AUTHORIZED')

    expect(await read(first.id)).toMatchObject({ status: 'AUTHORIZED', outcome: 'authorized' })
    expect(await world().alerts()).toEqual(['late_promise'])
    await world().move(one, 'COMPLETED')
    expect(await world().order('A-1001')).toBe('paid')
  })
})

describe('an authorization that came after an end', () => {
  const authorizedAfter = async (end: string) => {
    const { first, one } = await twoAttempts()
    await world().move(one, end)
    await world().clock.advance(3_000)
    await world().move(one, 'AUTHORIZED')
    return { first, one }
  }
  const readAgain = async (afterMs: number) => {
    await world().clock.advance(afterMs)
    await world().merchant.sweep.runOnce(true)
  }

  test.each(['FAILED', 'EXPIRED'])('stays in force when a late read still says %s', async (end) => {
    const { first, one } = await authorizedAfter(end)
    one.status = end
    await readAgain(45_000)

    expect(await read(first.id)).toMatchObject({ status: 'AUTHORIZED', outcome: 'authorized' })
    expect(await world().pay('A-1001', randomUUID(), byCard)).toMatchObject({
      id: first.id,
      redirect_url: null,
    })
  })

  test.each(['FAILED', 'EXPIRED'])(
    'ends when %s is reported for longer than reads can be late',
    async (end) => {
      const { first, one } = await authorizedAfter(end)
      one.status = end
      await readAgain(45_000)
      // The sweep checks it again, without a create request.
      await world().clock.advance(61_000)
      await world().merchant.sweep.runOnce()

      expect(await read(first.id)).toMatchObject({ status: end, outcome: end.toLowerCase() })
      expect((await world().pay('A-1001', randomUUID(), byCard)).redirect_url).not.toBeNull()
    },
  )
})

describe('a dispute', () => {
  test('of a completed payment raises an alert each time, and its end is shown', async () => {
    const { first, one } = await twoAttempts()
    for (const status of ['COMPLETED', 'DISPUTED', 'COMPLETED', 'DISPUTED', 'COMPLETED']) {
      await world().clock.advance(3_000)
      await world().move(one, status)
      expect(await read(first.id)).toMatchObject({ status, outcome: 'complete' })
    }
    expect(await world().alerts()).toEqual(['disputed', 'disputed'])
  })

  test('of a payment that nobody knew to be paid holds the order, and raises an alert', async () => {
    const { first, one } = await twoAttempts()
    one.status = 'DISPUTED'

    const again = await world().pay('A-1001', randomUUID(), byCard)

    expect(again).toMatchObject({ id: first.id, status: 'DISPUTED', redirect_url: null })
    expect(await world().alerts()).toEqual(['disputed'])
  })

  test('is checked at long intervals until it ends', async () => {
    const { first, one } = await twoAttempts()
    await world().move(one, 'COMPLETED')
    await world().clock.advance(3_000)
    await world().move(one, 'DISPUTED')
    one.status = 'COMPLETED'

    await world().clock.advance(61 * 60_000)
    await world().merchant.sweep.runOnce()

    expect(await read(first.id)).toMatchObject({ status: 'COMPLETED' })
  })
})

test('a repeated webhook of a payment that has left its status has it read, also when it writes the id in another letter case', async () => {
  const { one, first } = await twoAttempts()
  one.status = 'COMPLETED'
  const completed = { ...one, id: one.id.toUpperCase() }
  await world().webhook(completed)
  await world().clock.advance(3_000)
  await world().move(one, 'DISPUTED')
  await world().clock.advance(3_000)

  one.status = 'COMPLETED'
  await world().webhook(completed)

  expect(await read(first.id)).toMatchObject({ status: 'COMPLETED' })
})

test('a webhook that is replayed again and again causes one request in two seconds at most', async () => {
  const { one } = await twoAttempts()
  await world().move(one, 'COMPLETED')
  await world().clock.advance(3_000)
  await world().move(one, 'DISPUTED')
  await world().clock.advance(3_000)
  world().service.calls.splice(0)

  for (let i = 0; i < 20; i++) await world().webhook(one, 'COMPLETED')

  expect(world().service.calls).toHaveLength(1)
})
