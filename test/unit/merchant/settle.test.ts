// Money comes for an order that has changed since the shopper pressed: it is under review, and a person settles it.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { raise } from '../../../src/merchant/alerts.ts'
import type { Orders } from '../../../src/merchant/index.ts'
import { paymentsOf } from '../../../src/merchant/order/payments.ts'
import { backofficeToken, shopChanges, useBackoffice, withBackoffice } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withBackoffice)
const { alert, list, settle } = useBackoffice(world)
const shop = shopChanges(world)

const order = 'A-1001'
const read = async (id: string) => (await (await world().read(id)).json()) as Session
const parcels = async () => (await world().db.query('select outbox_id from parcels')).length
const isPaid = async () => (await world().order(order)) === 'paid'
const mara = 'mara@shop.example'
const rowId = async () =>
  (await world().db.query<{ id: string }>('select id from payin_checkout.sessions'))[0]?.id ?? ''

/** The shopper presses, the shop changes the order, and then the money comes. */
async function paidAfter(change: () => Promise<unknown>) {
  const session = await world().pay(order)
  const payin = world().service.only()
  await change()
  await world().move(payin, 'COMPLETED')
  return { session, payin }
}
const atOldPrice = () => paidAfter(() => shop.price('60.00'))

describe('money at an old price', () => {
  test('is under review: the page says why, an alert is open, and the order stays unpaid', async () => {
    const { session } = await atOldPrice()
    expect(await read(session.id)).toMatchObject({
      status: 'COMPLETED',
      outcome: 'authorized',
      order_outcome: 'authorized',
      review: 'amount_differs',
      redirect_url: null,
    })
    expect([await isPaid(), await parcels()]).toEqual([false, 0])
    const { session: row, ...shown } = await alert()
    expect(shown).toEqual({
      id: expect.any(Number),
      kind: 'amount_differs',
      subject: order,
      amount: { value: '49.90', currency: 'EUR' },
      detail: 'the order has another price than was paid',
      what_to_do: expect.stringContaining('settle as accepted'),
      settle_as: ['accepted', 'refunded'],
      created_at: new Date(world().clock.now()).toISOString(),
      settled: null,
    })
    expect(row).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('cannot be paid a second time while nobody has settled it', async () => {
    const { session } = await atOldPrice()
    expect((await world().pay(order)).id).toBe(session.id)
    expect(world().service.payins.size).toBe(1)
  })

  test('that is accepted pays the order once, and ends the held read of the page', async () => {
    const { session, payin } = await atOldPrice()
    const etag = (await world().read(session.id)).headers.get('etag') ?? ''
    const held = world().read(session.id, { 'if-none-match': etag, prefer: 'wait=20' })
    await world().clock.untilSleeping(20_000)

    const { status, body } = await settle((await alert()).id, 'accepted', { note: '10.10 is a gift' })

    expect(status).toBe(200)
    const at = new Date(world().clock.now()).toISOString()
    expect(body).toMatchObject({
      settle_as: [],
      settled: { as: 'accepted', by: mara, note: '10.10 is a gift', at },
    })
    expect(await (await held).json()).toMatchObject({
      outcome: 'complete',
      order_outcome: 'complete',
      review: null,
    })
    await world().move(payin, 'COMPLETED')
    expect([await isPaid(), await parcels(), await world().alerts()]).toEqual([true, 1, ['amount_differs']])
    expect((await world().createSession(order)).status).toBe(409)
  })

  test('that was given back fails the session, and the order can be paid at its new price', async () => {
    const { session, payin } = await atOldPrice()
    expect((await settle((await alert()).id, 'refunded')).status).toBe(200)
    expect(await read(session.id)).toMatchObject({ outcome: 'failed', order_outcome: 'open', review: null })

    const again = await world().pay(order)
    expect(again).toMatchObject({ amount: { value: '60.00' }, redirect_url: expect.any(String) })
    expect(again.id).not.toBe(session.id)
    await world().move(payin, 'COMPLETED')
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['failed', false, 0])

    const second = [...world().service.payins.values()].find(({ id }) => id !== payin.id)
    if (!second) throw new Error('There is no second payin.')
    await world().move(second, 'COMPLETED')
    expect([(await read(again.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
    expect(await world().alerts()).toEqual(['amount_differs'])
  })

  test.each(['COMPLETED', 'DISPUTED', 'AUTHORIZED', 'FAILED'])(
    'that was given back stays failed when the service says %s, by webhook or by a check',
    async (status) => {
      const { session, payin } = await atOldPrice()
      await settle((await alert()).id, 'refunded')
      await world().move(payin, status)
      await world().clock.advance(3_600_000)
      await world().merchant.sweep.runOnce(true)
      expect([(await read(session.id)).outcome, await isPaid()]).toEqual(['failed', false])
      expect(await read(session.id)).toMatchObject({ order_outcome: 'open', review: null })
      expect((await world().pay(order)).id).not.toBe(session.id)
    },
  )

  test('that was given back and is disputed all the same raises an alert, because a dispute must be answered', async () => {
    const { payin } = await atOldPrice()
    await settle((await alert()).id, 'refunded')
    await world().move(payin, 'DISPUTED')
    const [dispute] = await list()
    expect(dispute).toMatchObject({ kind: 'disputed', settle_as: ['noted'] })
    expect((await settle(dispute?.id ?? 0, 'noted')).status).toBe(200)
  })

  test('cannot be noted while it is under review, and the answer says how to settle it', async () => {
    const { session } = await atOldPrice()
    const before = await read(session.id)
    const { status, body } = await settle((await alert()).id, 'noted')
    expect([status, body.detail]).toEqual([
      409,
      expect.stringContaining('Settle it as accepted or refunded.'),
    ])
    expect(await read(session.id)).toEqual(before)
    expect(await alert()).toMatchObject({ settled: null })
  })

  test('can be noted once its payment has ended, and the list says so', async () => {
    const { session, payin } = await atOldPrice()
    await world().move(payin, 'FAILED')
    expect(await read(session.id)).toMatchObject({ outcome: 'failed', review: null })
    const { id, settle_as, what_to_do } = await alert()
    expect([settle_as, what_to_do]).toEqual([['noted'], expect.stringContaining('not under review')])
    expect((await settle(id, 'accepted')).status).toBe(409)
    expect((await settle(id, 'noted')).status).toBe(200)
    expect(await alert()).toMatchObject({ settle_as: [], settled: { as: 'noted', by: mara, note: null } })
    expect(await isPaid()).toBe(false)
  })

  test('that comes again after its alert was noted raises another one', async () => {
    const { session, payin } = await atOldPrice()
    for (let round = 0; round < 2; round++) {
      await world().clock.advance(3_000)
      await world().move(payin, 'FAILED')
      for (const { id, settled } of await list()) if (!settled) await settle(id, 'noted')
      await world().clock.advance(3_000)
      await world().move(payin, 'COMPLETED')
      expect(await read(session.id)).toMatchObject({ outcome: 'authorized', review: 'amount_differs' })
      const open = (await list()).filter(({ settled }) => settled === null)
      expect(open).toMatchObject([{ kind: 'late_complete', settle_as: ['accepted', 'refunded'] }])
      expect(open[0]?.what_to_do).toContain('settle as accepted')
    }
  })

  test('is accepted after its price was put back', async () => {
    const { session } = await atOldPrice()
    await shop.price('49.90')
    expect((await settle((await alert()).id, 'accepted')).status).toBe(200)
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
  })
})

describe('money for an order that was paid at the till meanwhile', () => {
  const paidTwice = () => paidAfter(shop.payAtTheTill)

  test('cannot be accepted before the order counts as unpaid, and the answer says so', async () => {
    const { session } = await paidTwice()
    const { status, body } = await settle((await alert()).id, 'accepted')
    expect([status, body.detail]).toEqual([409, expect.stringContaining('mark the order as unpaid first')])
    expect(await alert()).toMatchObject({ settled: null, settle_as: ['accepted', 'refunded'] })
    expect([(await read(session.id)).outcome, await parcels()]).toEqual(['authorized', 0])

    await world().db.query(`update orders set status = 'unpaid' where id = $1`, [order])
    expect((await settle((await alert()).id, 'accepted')).status).toBe(200)
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
  })

  test('is accepted in place of the payment before, and the order is not fulfilled again', async () => {
    await world().pay(order)
    await world().pay(order, randomUUID(), { payment: { method: 'card' } })
    const [first, second] = world().service.payins.values()
    if (!first || !second) throw new Error('There are no two payins.')
    await world().move(first, 'COMPLETED')
    await world().move(second, 'COMPLETED')
    // The shopper has corrected the address, and the first payment was given back.
    await world().db.query(
      `update orders set status = 'unpaid', payer_email = 'ada@home.example' where id = $1`,
      [order],
    )
    expect((await settle((await alert()).id, 'accepted')).status).toBe(200)
    expect([await isPaid(), await parcels()]).toEqual([true, 1])
  })
})

describe('money for an order that was deleted meanwhile', () => {
  const withdrawn = () => paidAfter(shop.delete)

  test('cannot be accepted before the order is back, and then is', async () => {
    const { session } = await withdrawn()
    const { id } = await alert()
    const { status, body } = await settle(id, 'accepted')
    expect([status, body.detail]).toEqual([409, expect.stringContaining('Put the order back first')])
    await shop.putBack()
    expect((await settle(id, 'accepted')).status).toBe(200)
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
  })
})

describe('a payment of which the service names another amount', () => {
  const five = { value: '5.00', currency: 'EUR' }
  /** What `setPaid` was told. */
  let told: unknown[]
  const ordersOn = (orders: Orders): Orders<never> =>
    ({
      ...orders,
      setPaid(tx, id, payment) {
        told.push(payment.amount)
        return orders.setPaid(tx, id, payment)
      },
    }) as Orders<never>
  async function paidWith(amount: typeof five | undefined, status = 'COMPLETED') {
    told = []
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken }, { ordersOn })
    const session = await world().pay(order)
    const payin = world().service.only()
    Object.assign(payin, { amount })
    await world().move(payin, status)
    return { session, payin }
  }
  const events = () => world().db.query('select amount_value, amount_currency from payin_checkout.outbox')

  test('is listed with the amount that came, and with that of the session', async () => {
    const { session } = await paidWith(five)
    expect(await read(session.id)).toMatchObject({ outcome: 'authorized', review: 'amount_differs' })
    const { kind, amount, detail } = await alert()
    expect([kind, amount]).toEqual(['amount_differs', five])
    expect(detail).toBe('the service names 5.00 EUR, and the session has 49.90 EUR')
  })

  test('is shown to its shopper and to the shop with the amount that came', async () => {
    const { session } = await paidWith(five)
    const shown = async () => (await read(session.id)).amount
    const { own: listed } = await paymentsOf(world().merchant.onOrder, order, world().clock.now())
    expect([await shown(), listed.map(({ amount }) => amount)]).toEqual([five, [five]])
    await settle((await alert()).id, 'accepted')
    expect(await shown()).toEqual(five)
  })

  test('is not said to have come while it is only promised: nobody must deliver for it yet', async () => {
    await paidWith(five, 'AUTHORIZED')
    const lines = world().logged.filter((line) => line.includes('"event":"alert"'))
    expect(lines).toEqual([expect.stringContaining('A payment has another amount than its order.')])
  })

  test('is shown with the newest amount, also to a page that has seen the one before', async () => {
    const { session, payin } = await paidWith(five, 'AUTHORIZED')
    const seen = await world().read(session.id)
    const seven = { value: '7.00', currency: 'EUR' }
    Object.assign(payin, { amount: seven })
    await world().clock.advance(3_600_000)
    await world().merchant.sweep.runOnce()
    const version = seen.headers.get('etag')?.replace(/-.*/, '"') ?? ''
    const answer = await world().read(session.id, { 'if-none-match': version })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as Session).amount).toEqual(seven)
  })

  test('is accepted with the amount that came: setPaid and fulfil get that one', async () => {
    const { session } = await paidWith(five)
    expect((await settle((await alert()).id, 'accepted')).status).toBe(200)
    expect([(await read(session.id)).outcome, told]).toEqual(['complete', [five]])
    expect(await events()).toEqual([{ amount_value: '5.00', amount_currency: 'EUR' }])
  })

  test('is accepted with the newest amount, when the service has corrected itself', async () => {
    const { payin } = await paidWith(five)
    Object.assign(payin, { amount: { value: '49.90', currency: 'EUR' } })
    await world().clock.advance(3_000)
    await world().move(payin, 'DISPUTED')
    await settle((await list())[0]?.id ?? 0, 'accepted')
    expect(told).toEqual([{ value: '49.90', currency: 'EUR' }])
  })

  test('of which no amount is known asks a person to check it, and is accepted with that of the session', async () => {
    await paidWith(undefined)
    const { id, amount, detail } = await alert()
    expect([amount, detail]).toEqual([
      { value: '49.90', currency: 'EUR' },
      'the service names no amount: check there how much came',
    ])
    await settle(id, 'accepted')
    expect(told).toEqual([{ value: '49.90', currency: 'EUR' }])
  })
})

describe('an order that the shop puts back after money came at its change', () => {
  const otherPrice = () => shop.price('55.00')
  const unpaid = () => world().db.query(`update orders set status = 'unpaid' where id = $1`, [order])
  const ways = [
    ['its price', () => shop.price('60.00'), () => shop.price('49.90')],
    ['its price, at a third one', () => shop.price('60.00'), otherPrice],
    ['its currency', () => shop.price('49.90', 'USD'), () => shop.price('49.90')],
    ['that it is unpaid', shop.payAtTheTill, unpaid],
    ['the order itself', shop.delete, shop.putBack],
    ['the order itself, at another price', shop.delete, () => shop.putBack().then(otherPrice)],
  ] as const

  test.each(ways)('(%s) is paid by the money once a person accepts it', async (_, change, putBack) => {
    const { session, payin } = await paidAfter(change)
    await putBack()
    const { id, settle_as, what_to_do } = await alert()
    expect([settle_as, what_to_do]).toEqual([
      ['accepted', 'refunded'],
      expect.stringMatching(/settle as accepted/),
    ])
    expect((await settle(id, 'accepted')).status).toBe(200)
    expect(await read(session.id)).toMatchObject({
      outcome: 'complete',
      order_outcome: 'complete',
      review: null,
    })
    await world().move(payin, 'COMPLETED')
    expect([await isPaid(), await parcels()]).toEqual([true, 1])
  })

  test('is paid by the next answer of the service, too, and the alerts say that they can be noted', async () => {
    const { session, payin } = await atOldPrice()
    await shop.price('49.90')
    for (const status of ['DISPUTED', 'COMPLETED']) {
      await world().clock.advance(3_000)
      await world().move(payin, status)
    }
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
    for (const { id, settle_as, what_to_do } of await list()) {
      expect([settle_as, what_to_do]).toEqual([['noted'], expect.stringContaining('not under review')])
      expect((await settle(id, 'noted')).status).toBe(200)
    }
  })
})

describe('an alert', () => {
  test.each(['accepted', 'refunded', 'noted'])(
    'that is settled twice as %s gives the same answer, also after a restart',
    async (as) => {
      const { payin } = await atOldPrice()
      if (as === 'noted') await world().move(payin, 'FAILED')
      const { id } = await alert()
      const first = await settle(id, as, { note: 'first' })
      await world().restart({ BACKOFFICE_TOKEN: backofficeToken })
      await world().clock.advance(1_000)
      expect(await settle(id, as, { by: 'somebody else', note: 'second' })).toEqual(first)
      expect(await parcels()).toBe(as === 'accepted' ? 1 : 0)
    },
  )

  test('that was settled in another way is refused with who settled it, and how', async () => {
    await atOldPrice()
    const { id } = await alert()
    await settle(id, 'refunded')
    const { status, body } = await settle(id, 'accepted')
    expect([status, body.detail]).toEqual([409, expect.stringContaining(`settled as refunded by ${mara}`)])
    expect([await isPaid(), await parcels()]).toEqual([false, 0])
  })

  test('that two people settle at once is settled by one of them', async () => {
    const { session } = await atOldPrice()
    const { id } = await alert()
    const answers = await Promise.all([settle(id, 'accepted'), settle(id, 'refunded')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const isAccepted = answers[0]?.status === 200
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(
      isAccepted ? ['complete', true, 1] : ['failed', false, 0],
    )
  })

  test.each(['accepted', 'refunded'])(
    'that is settled as %s while a webhook arrives counts the money once',
    async (as) => {
      const { session, payin } = await atOldPrice()
      const { id } = await alert()
      const [{ status }] = await Promise.all([
        settle(id, as),
        world().move(payin, 'COMPLETED'),
        world().move(payin, 'SETTLED'),
      ])
      await world().merchant.background.idle()
      expect(status).toBe(200)
      const [outcome, count] = as === 'accepted' ? ['complete', 1] : ['failed', 0]
      expect([(await read(session.id)).outcome, await parcels()]).toEqual([outcome, count])
    },
  )

  test('closes together with the others of the same money', async () => {
    const { payin } = await atOldPrice()
    await world().move(payin, 'DISPUTED')
    const [newest] = await list()
    expect((await list()).map(({ kind }) => kind)).toEqual(['disputed', 'amount_differs'])
    await settle(newest?.id ?? 0, 'refunded')
    expect((await list()).map(({ settled }) => settled?.as)).toEqual(['refunded', 'refunded'])
  })

  test('about another payment than the session’s stays open when the session’s money is settled', async () => {
    await atOldPrice()
    const session = { session: await rowId() }
    await raise(world().db, 'second_payment', session, 'payin x claims a session', new Date())
    const [second, differs] = await list()
    expect(second?.settle_as).toEqual(['noted'])
    await settle(differs?.id ?? 0, 'refunded')
    expect((await list()).map(({ kind, settled }) => [kind, settled?.as])).toEqual([
      ['second_payment', undefined],
      ['amount_differs', 'refunded'],
    ])
    expect((await settle(second?.id ?? 0, 'noted')).status).toBe(200)
  })

  test('writes a line that names nobody', async () => {
    await atOldPrice()
    await settle((await alert()).id, 'refunded', { note: 'called Ada' })
    const lines = world().logged.filter((line) => line.includes('"alert_settled"'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'amount_differs', order, result: 'refunded' },
    ])
    expect(lines.join()).not.toMatch(/mara|Ada/)
  })
})
