// A payment that the service no longer knows: a sandbox was started without its state, or a service lost rows. Its order
// must become payable again, and must never be paid twice.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import type { FakePayin } from './fake-service.ts'
import { useWorld } from './harness.ts'
import { createGate } from './instances-world.ts'

const world = useWorld()
const afterItsTimeMs = 16 * 60_000
const byCard = { payment: { method: 'card' } }
const payins = () => [...world().service.payins.values()]

/** An open payment whose time is over, and of which the service knows nothing. */
async function forgottenPayment(key = randomUUID()) {
  const session = await world().pay('A-1001', key)
  const payin = world().service.only()
  world().service.payins.clear()
  await world().clock.advance(afterItsTimeMs)
  return { session, payin, key }
}

describe('an open payment that the service has forgotten', () => {
  test('has expired once its time is over, and the order gets a new attempt', async () => {
    const { session } = await forgottenPayment()

    const second = await world().pay('A-1001')

    expect(second).toMatchObject({ outcome: 'open', redirect_url: expect.any(String) })
    expect(second.id).not.toBe(session.id)
    expect(await (await world().read(session.id)).json()).toMatchObject({
      outcome: 'expired',
      redirect_url: null,
    })
    expect(payins()).toHaveLength(1)
  })

  test('is returned as expired for its own key, which makes no second payin', async () => {
    const { session, key } = await forgottenPayment()

    expect(await world().pay('A-1001', key)).toMatchObject({ id: session.id, outcome: 'expired' })
    expect(payins()).toEqual([])
  })

  test('is found by the sweep, which then stops asking for it', async () => {
    const { session } = await forgottenPayment()

    await world().merchant.sweep.runOnce()
    expect(await (await world().read(session.id)).json()).toMatchObject({ outcome: 'expired' })
    const twoDays = async () => {
      world().service.calls.splice(0)
      for (let hours = 0; hours < 48; hours++) {
        await world().clock.advance(3_600_000)
        await world().merchant.sweep.runOnce()
      }
      return world().service.calls.length
    }

    expect(await twoDays()).toBeGreaterThan(0)
    expect(await twoDays()).toBe(0)
  })

  test('counts, with an alert, when its money comes after all', async () => {
    const { session, payin } = await forgottenPayment()
    await world().pay('A-1001', randomUUID())
    world().service.payins.set(payin.id, payin)

    await world().move(payin, 'COMPLETED')

    expect(await (await world().read(session.id)).json()).toMatchObject({ outcome: 'complete' })
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('leaves one new payin when ten tabs send create requests at once', async () => {
    await forgottenPayment()

    const answers = await Promise.all(Array.from({ length: 10 }, () => world().createSession('A-1001')))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(payins()).toHaveLength(1)
  })

  test('raises an alert for a refund when its money comes after the new payment', async () => {
    const { payin } = await forgottenPayment()
    await world().pay('A-1001')
    await world().move(world().service.only(), 'COMPLETED')
    world().service.payins.set(payin.id, payin)

    await world().move(payin, 'COMPLETED')

    expect(await world().order('A-1001')).toBe('paid')
    expect(await world().alerts()).toContain('paid_twice')
  })
})

describe('an open payment without `expires_at` that the service has forgotten', () => {
  const dayMs = 24 * 3_600_000

  /** @param ms how long ago it was made */
  async function forgottenFor(ms: number) {
    world().service.nextCreate((payin) => Object.assign(payin, { expires_at: null }))
    const session = await world().pay('A-1001')
    world().service.payins.clear()
    await world().clock.advance(ms)
    return session
  }

  test('has expired after a day, and the same choice gets a new attempt', async () => {
    const { id } = await forgottenFor(dayMs)

    expect((await world().pay('A-1001')).id).not.toBe(id)
    expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'expired', expires_at: null })
  })

  test('is still open before that', async () => {
    const { id } = await forgottenFor(dayMs - 1_000)

    expect(await world().pay('A-1001')).toMatchObject({ id, outcome: 'open' })
    expect(payins()).toEqual([])
  })
})

describe('an order is not paid again', () => {
  test('with the API key of another account, where every payment is unknown', async () => {
    await forgottenPayment()
    await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })

    expect((await world().createSession('A-1001')).status).toBe(500)
    expect(payins()).toEqual([])
  })

  test('with that key either when the session was returned under it before its time was over', async () => {
    await world().pay('A-1001')
    world().service.payins.clear()
    await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })
    await world().pay('A-1001')
    await world().clock.advance(afterItsTimeMs)

    expect((await world().createSession('A-1001')).status).toBe(500)
    expect(payins()).toEqual([])
  })

  test.each(['before', 'after'])(
    'with that key by another choice either, %s its time is over',
    async (when) => {
      await world().pay('A-1001')
      world().service.payins.clear()
      await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })
      if (when === 'after') await world().clock.advance(afterItsTimeMs)

      expect((await world().createSession('A-1001', randomUUID(), byCard)).status).toBe(500)
      expect(payins()).toEqual([])
    },
  )

  test('by another choice, when the service lists the payment that it does not find', async () => {
    await world().pay('A-1001')
    world().service.only().status = 'AUTHORIZED'
    await world().clock.advance(afterItsTimeMs)
    world().service.nextRead(404)

    expect((await world().createSession('A-1001', randomUUID(), byCard)).status).toBe(500)
    expect(payins()).toHaveLength(1)
  })

  test('with the first key again, after another one has returned the session', async () => {
    await world().pay('A-1001')
    world().service.payins.clear()
    await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })
    await world().pay('A-1001')
    await world().restart()
    await world().clock.advance(afterItsTimeMs)

    expect((await world().createSession('A-1001')).status).toBe(500)
    expect(payins()).toEqual([])
  })

  test('when the service lists the payment that it does not find', async () => {
    const { id } = await world().pay('A-1001')
    await world().clock.advance(afterItsTimeMs)
    world().service.nextRead(404)

    expect((await world().createSession('A-1001')).status).toBe(500)
    expect([payins().length, await (await world().read(id)).json()]).toEqual([
      1,
      expect.objectContaining({ outcome: 'open' }),
    ])
  })

  test.each([404, 500])('when the list cannot be read either: %s', async (status) => {
    const { id } = await forgottenPayment().then(({ session }) => session)
    world().service.nextRead(404, status)

    expect((await world().createSession('A-1001')).status).toBeGreaterThanOrEqual(500)
    expect([payins(), await (await world().read(id)).json()]).toEqual([
      [],
      expect.objectContaining({ outcome: 'open' }),
    ])
  })

  test('when the payment was authorized', async () => {
    const { id } = await world().pay('A-1001')
    const payin = world().service.only()
    await world().move(payin, 'AUTHORIZED')
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs)
    await world().merchant.sweep.runOnce()

    expect(await world().pay('A-1001')).toMatchObject({ id, outcome: 'authorized' })
    expect([payins(), world().logged.join().includes('attempt_closed')]).toEqual([[], false])
  })

  test('before the time of the first payment is over', async () => {
    const { id } = await world().pay('A-1001')
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs / 2)
    await world().merchant.sweep.runOnce()

    expect(await world().pay('A-1001')).toMatchObject({ id, outcome: 'open' })
    expect(payins()).toEqual([])
  })

  test('within the lag of the service’s replicas, when the clock of the server is ahead', async () => {
    const { id } = await world().pay('A-1001')
    const payin = world().service.only()
    // So long before its creation by our clock that its time is over.
    await world().db.query(`update payin_checkout.sessions set expires_at = created_at - interval '5 hours'`)
    world().service.payins.clear()
    await world().clock.advance(59_000)

    await world().createSession('A-1001')
    await world().merchant.sweep.runOnce()
    world().service.payins.set(payin.id, payin)

    expect(payins()).toEqual([payin])
    expect(await world().pay('A-1001')).toMatchObject({ id, outcome: 'open' })
  })

  test('when another instance learns of its authorization while the list is read', async () => {
    const { session } = await forgottenPayment()
    const list = createGate()
    world().service.gates.push(Promise.resolve(), list.opened)
    const pressed = world().createSession('A-1001')
    await expect.poll(() => world().service.calls.at(-1)?.path).toContain('/payins?')
    await world().db.query(
      `update payin_checkout.sessions set status = 'AUTHORIZED', outcome = 'authorized', version = version + 1`,
    )

    list.open()

    expect(await (await pressed).json()).toMatchObject({
      id: session.id,
      outcome: 'authorized',
      redirect_url: null,
    })
    expect(payins()).toEqual([])
  })
})

describe('a payment that was made with another API key', () => {
  /** Somebody presses pay when its time is over, and the account of the new key does not know it. */
  async function pressedLater(choice: object) {
    const { session, payin } = await forgottenPayment()
    await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })
    const press = async () => (await world().createSession('A-1001', randomUUID(), choice)).status
    return { session, payin, press }
  }
  const settle = async (as: 'accepted' | 'refunded') => {
    const [alert] = await listAlerts(world().db)
    await world().merchant.settle(alert?.id ?? 0, { as, by: 'mara' })
  }

  test.each([
    ['the same choice', {}],
    ['another choice', byCard],
  ])(
    'raises one alert when its order is to be paid by %s, and frees the order when it has no money',
    async (_, choice) => {
      const { press } = await pressedLater(choice)

      const refused = [await press(), await press()]
      const alerts = await world().alerts()
      await settle('refunded')

      expect([refused, alerts, await press()]).toEqual([[500, 500], ['payment_missing'], 201])
      expect(payins()).toHaveLength(1)
    },
  )

  test('raises that alert also before its time is over, and none for the sweep', async () => {
    await world().pay('A-1001')
    world().service.payins.clear()
    await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })
    const press = async () => (await world().createSession('A-1001', randomUUID(), byCard)).status

    const atOnce = [await press(), await world().alerts()]
    await world().clock.advance(2 * 60_000)
    await world().merchant.sweep.runOnce(true)
    const swept = await world().alerts()

    expect([atOnce, swept, await press(), await world().alerts()]).toEqual([
      [500, []],
      [],
      500,
      ['payment_missing'],
    ])
  })

  test('pays its order when a person says that its money came', async () => {
    const { press } = await pressedLater(byCard)
    await press()

    await settle('accepted')

    expect([await world().order('A-1001'), await press()]).toEqual(['paid', 409])
    expect(payins()).toEqual([])
  })
})

describe('a payment that holds its order, and that the service has forgotten', () => {
  const alerts = () => listAlerts(world().db)
  const settle = async (as: 'accepted' | 'refunded' | 'noted') =>
    world().merchant.settle((await alerts())[0]?.id ?? 0, { as, by: 'mara' })
  const payout = { reference: 'refund-1', amount: { value: '12.00', currency: 'EUR' } }
  const issue = () => world().merchant.payouts.create(randomUUID(), payout)
  const sweepAll = () => world().merchant.sweep.runOnce(true)

  /** A payout whose time is over, and of which the service knows nothing. */
  async function forgottenPayout() {
    const { id } = await issue()
    const object = world().service.only()
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs)
    await sweepAll()
    return { id, object }
  }

  test('is left to a person when it is a payout, by one alert', async () => {
    const { id } = await forgottenPayout()
    await sweepAll()

    expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'open' })
    expect(await alerts()).toMatchObject([
      { kind: 'payment_missing', subject: 'refund-1', settle_as: ['accepted', 'refunded', 'noted'] },
    ])
    await expect(issue()).rejects.toMatchObject({ status: 404 })
  })

  test('can be made again when a person says that nothing was paid out, and raises an alert when it was', async () => {
    const { id, object } = await forgottenPayout()
    await settle('refunded')
    expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'failed' })

    expect((await issue()).id).not.toBe(id)
    world().service.payins.set(object.id, { ...object, status: 'COMPLETED' })
    await sweepAll()

    expect((await world().alerts()).slice(1)).toEqual(['late_complete', 'second_payment'])
  })

  test('is paid out when a person says so', async () => {
    const { id } = await forgottenPayout()
    await settle('accepted')

    expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'complete' })
    await expect(issue()).rejects.toMatchObject({ name: 'OrderAlreadyPaid' })
  })

  test('raises no alert before its time is over, nor with the API key of another account', async () => {
    await issue()
    world().service.payins.clear()
    await sweepAll()
    await world().restart({ PAYMENTS_API_KEY: 'test_another_account' })
    await world().clock.advance(afterItsTimeMs)
    await sweepAll()

    expect(await alerts()).toEqual([])
  })

  test('holds its order again when the service lists it as it was promised, after a person has said that no money came', async () => {
    const { id } = await world().pay('A-1001')
    const payin = world().service.only()
    await world().move(payin, 'AUTHORIZED')
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs)
    await sweepAll()
    await settle('refunded')
    await world().pay('A-1001')
    world().service.payins.set(payin.id, payin)

    expect(await world().pay('A-1001', randomUUID(), byCard)).toMatchObject({ id, outcome: 'authorized' })
    expect((await world().alerts()).slice(1)).toEqual(['late_promise'])
    expect(payins()).toHaveLength(2)
  })

  test('keeps its promise until a person says that no money came', async () => {
    const { id } = await world().pay('A-1001')
    await world().move(world().service.only(), 'AUTHORIZED')
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs)
    await sweepAll()
    expect(await world().pay('A-1001')).toMatchObject({ id, outcome: 'authorized' })

    await settle('refunded')

    expect(await world().pay('A-1001')).toMatchObject({ outcome: 'open', redirect_url: expect.any(String) })
  })

  test('raises another alert when it was noted and the service still does not know it', async () => {
    await forgottenPayout()
    await settle('noted')
    await sweepAll()
    await sweepAll()

    expect((await alerts()).map(({ kind, settled }) => [kind, settled?.as])).toEqual([
      ['payment_missing', undefined],
      ['payment_missing', 'noted'],
    ])
  })

  test('needs no decision any more when the service knows it again: it is not made a second time', async () => {
    const { object } = await forgottenPayout()
    world().service.payins.set(object.id, object)
    await sweepAll()

    expect(await alerts()).toMatchObject([{ settle_as: ['noted'] }])
    await expect(settle('refunded')).rejects.toThrow('Settle it as noted.')
  })

  test.each([
    ['', 0],
    [', and a clock that is ahead has raised the alert', 6],
  ])(
    'is not made a second time when the service knows it again and nobody has read that yet%s',
    async (_, minutes) => {
      const { object } = await forgottenPayout()
      world().service.payins.set(object.id, object)
      await world().db.query(
        `update payin_checkout.alerts set created_at = created_at + $1::integer * interval '1 minute'`,
        [minutes],
      )

      await expect(settle('refunded')).rejects.toThrow('The service knows this payment again')
      await expect(issue()).resolves.toMatchObject({ outcome: 'open' })
      expect(payins()).toEqual([object])
    },
  )

  test('is not settled while the service cannot be asked', async () => {
    await forgottenPayout()
    world().service.down = true

    await expect(settle('refunded')).rejects.toMatchObject({ kind: 'retry' })
    expect(await alerts()).toMatchObject([{ settled: null }])
    await settle('noted')
  })

  test('needs no decision any more when the service says how it ended', async () => {
    const { object } = await forgottenPayout()
    world().service.payins.set(object.id, { ...object, status: 'COMPLETED' })
    await sweepAll()

    expect(await alerts()).toMatchObject([{ settle_as: ['noted'] }])
  })

  test('is asked for no more when a person has said that its money has moved', async () => {
    await forgottenPayout()
    await settle('accepted')
    await sweepAll()
    world().service.calls.splice(0)
    world().logged.splice(0)

    await world().clock.advance(2 * 3_600_000)
    await world().merchant.sweep.runOnce()

    expect([world().service.calls, world().logged.filter((line) => line.includes('failed'))]).toEqual([
      [],
      [],
    ])
  })
})

describe('a promised payment that has paid its order, in a shop that ships on AUTHORIZED', () => {
  const settle = async (as: 'accepted' | 'refunded') =>
    world().merchant.settle((await listAlerts(world().db))[0]?.id ?? 0, { as, by: 'mara' })

  let payin: FakePayin

  beforeEach(async () => {
    await world().restart({ COMPLETE_ON: 'AUTHORIZED' })
    await world().pay('A-1001')
    payin = world().service.only()
    await world().move(payin, 'AUTHORIZED')
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs)
    await world().merchant.sweep.runOnce(true)
  })

  test('and that the service has forgotten is left to a person, by one alert', async () => {
    await world().merchant.sweep.runOnce(true)

    expect(await listAlerts(world().db)).toMatchObject([
      { kind: 'payment_missing', settle_as: ['accepted', 'refunded', 'noted'] },
    ])
    await settle('accepted')
    expect(await world().order('A-1001')).toBe('paid')
  })

  test('raises an alert when its money comes after a person has said that none came', async () => {
    await settle('refunded')
    world().service.payins.set(payin.id, payin)
    await world().move(payin, 'COMPLETED')

    expect(await world().alerts()).toEqual(['payment_missing', 'late_complete'])
    expect(await world().db.query('select outbox_id from parcels')).toHaveLength(1)
  })

  test('is fulfilled again when a person says that no money came, and the order is paid once more', async () => {
    await settle('refunded')
    await world().db.query(`update orders set status = 'unpaid', paid_session = null where id = 'A-1001'`)
    await world().pay('A-1001')
    await world().move(world().service.only(), 'AUTHORIZED')

    expect(await world().db.query('select outbox_id from parcels')).toHaveLength(2)
  })
})
