// A payment that the service no longer knows: a sandbox was started without its state, or a service lost rows. Its order
// must become payable again, and must never be paid twice.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { afterItsTimeMs, byCard, useForgotten } from './forgotten-world.ts'
import { createGate } from './instances-world.ts'

const { world, forgottenPayment, payins } = useForgotten()

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
