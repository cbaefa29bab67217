// A payment that the service does not know, and of which only a person can say what became of its money: a promise, a payout, or a
// payment of another account's API key.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import type { FakePayin } from './fake-service.ts'
import { afterItsTimeMs, byCard, useForgotten } from './forgotten-world.ts'

const { world, forgottenPayment, payins } = useForgotten()

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

  test('needs no person any more once the first key is back', async () => {
    const { payin, press } = await pressedLater(byCard)
    await press()
    world().service.payins.set(payin.id, payin)
    await world().restart()
    await world().clock.advance(1_000)

    await world().merchant.sweep.runOnce()

    expect(await listAlerts(world().db)).toMatchObject([
      { kind: 'payment_missing', settled: { as: 'noted', by: 'the server' } },
    ])
    expect(await press()).toBe(201)
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

  describe('holds its order again when the service has it as it was promised, after a person has said that no money came', () => {
    async function promisedAgain() {
      const { id } = await world().pay('A-1001')
      const payin = world().service.only()
      await world().move(payin, 'AUTHORIZED')
      world().service.payins.clear()
      await world().clock.advance(afterItsTimeMs)
      await sweepAll()
      await settle('refunded')
      return { id, payin }
    }

    test('and somebody presses', async () => {
      const { id, payin } = await promisedAgain()
      await world().pay('A-1001')
      world().service.payins.set(payin.id, payin)

      expect(await world().pay('A-1001', randomUUID(), byCard)).toMatchObject({ id, outcome: 'authorized' })
      expect((await world().alerts()).slice(1)).toEqual(['late_promise'])
      expect(payins()).toHaveLength(2)
    })

    test.each([
      [
        'after a restart',
        async () => {
          await world().restart()
          await world().clock.advance(2 * 60_000)
          await world().merchant.sweep.runOnce()
        },
      ],
      ['by its webhook', (payin: FakePayin) => world().move(payin, 'AUTHORIZED')],
    ])('%s, without anybody coming back', async (_, learn) => {
      const { id, payin } = await promisedAgain()
      await world().db.query('update payin_checkout.sessions set next_check_at = null')
      world().service.payins.set(payin.id, payin)

      await learn(payin)

      expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'authorized' })
      expect((await world().alerts()).slice(1)).toEqual(['late_promise'])
    })
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

    expect(await alerts()).toMatchObject([{ settled: { as: 'noted', by: 'the server' } }])
    await expect(settle('refunded')).rejects.toThrow('was settled as noted by the server')
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

    expect(await alerts()).toMatchObject([{ settled: { as: 'noted', by: 'the server' } }])
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
