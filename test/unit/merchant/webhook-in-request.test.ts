// When a signed webhook is decided: within its request, or stored, answered, then processed.
import { describe, expect, test } from 'vitest'
import { type FakePayin, signed } from './fake-service.ts'
import { createWorld, useWorld, waitingEvent } from './harness.ts'
import { createGate } from './instances-world.ts'

const world = useWorld()

describe('a webhook that', () => {
  const send = (payin: FakePayin) => {
    const { body, signature } = signed(payin)
    return Promise.resolve(
      world().app.request('/webhooks/payins', {
        method: 'POST',
        headers: { 'x-webhook-signature': signature },
        body,
      }),
    )
  }
  /** Sends a webhook whose read of the payment the service answers only after `open`. */
  async function sendAndHold(payin: FakePayin) {
    const { service, clock } = world()
    const calls = service.calls.length
    const gate = createGate()
    service.gates.push(gate.opened)
    const sent = send(payin)
    await clock.untilSleeping(1_000)
    await expect.poll(() => service.calls.length).toBe(calls + 1)
    return { sent, open: gate.open }
  }
  const events = () =>
    world().db.query(
      'select result, attempts, processed_at is not null as "isProcessed" from payin_checkout.webhook_events',
    )
  const processed = { result: 'fetched', attempts: 0, isProcessed: true }

  /** An order whose payin is completed at the service. */
  async function completed(): Promise<FakePayin> {
    await world().pay('A-1001')
    const payin = world().service.only()
    payin.status = 'COMPLETED'
    return payin
  }

  test('is decided within its request is answered after the order is paid, and its record is of the same transaction', async () => {
    const payin = await completed()
    expect(await (await send(payin)).json()).toEqual({ message: 'stored' })
    expect([await world().order('A-1001'), await events()]).toEqual(['paid', [processed]])
    const [same] = await world().db.query<{ isSame: boolean }>(
      `select s.xmin::text = e.xmin::text as "isSame" from payin_checkout.sessions s, payin_checkout.webhook_events e`,
    )
    expect(same).toEqual({ isSame: true })
  })

  test('takes longer than a second to decide is stored, answered, then processed', async () => {
    const { clock, service, merchant, order } = world()
    const payin = await completed()
    const { sent, open } = await sendAndHold(payin)
    await clock.advance(999)
    expect(await events()).toEqual([])
    await clock.advance(1)
    expect(await (await sent).json()).toEqual({ message: 'stored' })
    expect([await order('A-1001'), await events()]).toEqual([
      'unpaid',
      [{ result: null, attempts: 0, isProcessed: false }],
    ])
    // This process works on it, so no sweep takes it.
    expect(await merchant.events.leaseUnfinished(false)).toEqual([])
    open()
    await merchant.background.idle()
    expect([await order('A-1001'), await events()]).toEqual(['paid', [processed]])
    expect(service.calls).toHaveLength(2)
  })

  test('was answered, and whose process died before its decision, is processed by the next one', async () => {
    const { clock, order } = world()
    const payin = await completed()
    // The service never answers this process.
    const { sent } = await sendAndHold(payin)
    await clock.advance(1_000)
    expect((await sent).status).toBe(200)
    await clock.advance(31_000)
    const other = await createWorld(world().db, world())
    try {
      await other.merchant.sweep.runOnce(true)
    } finally {
      await other.merchant.close()
    }
    expect([await order('A-1001'), await events()]).toMatchObject([
      'paid',
      [{ result: 'fetched', isProcessed: true }],
    ])
  })

  test('comes again while it is decided is answered as known, without a further call', async () => {
    const { clock, service } = world()
    const payin = await completed()
    const first = await sendAndHold(payin)
    const second = send(payin)
    await expect.poll(() => clock.sleepers.filter((ms) => ms === 1_000)).toHaveLength(2)
    first.open()
    const messages = await Promise.all(
      [first.sent, second].map(async (one) => (await (await one).json()).message),
    )
    expect(messages.sort()).toEqual(['known already', 'stored'])
    expect(service.calls).toHaveLength(2)
  })

  test('repeats an old status reads the payment once in two seconds', async () => {
    const { service, clock } = world()
    const payin = await completed()
    await send(payin)
    await world().move(payin, 'DISPUTED')
    await clock.advance(3_000)
    const calls = service.calls.length
    // Whoever has recorded it can send it again.
    const old = { ...payin, status: 'COMPLETED' }
    const replay = async () => (await (await send(old)).json()).message
    expect([await replay(), await replay()]).toEqual(['stored', 'known already'])
    expect(service.calls).toHaveLength(calls + 1)
    await clock.advance(2_000)
    expect(await replay()).toBe('stored')
  })

  test('repeats an old status and takes longer than a second is stored to be processed again', async () => {
    const { clock, merchant } = world()
    const payin = await completed()
    await send(payin)
    await world().move(payin, 'DISPUTED')
    await clock.advance(3_000)
    const { sent, open } = await sendAndHold({ ...payin, status: 'COMPLETED' })
    await clock.advance(1_000)
    expect(await (await sent).json()).toEqual({ message: 'stored' })
    expect(await events()).toContainEqual({ result: 'repeated', attempts: 0, isProcessed: false })
    open()
    await merchant.background.idle()
    expect(await events()).not.toContainEqual(expect.objectContaining({ isProcessed: false }))
  })

  test('is decided within its request although the fulfilment of forty other orders hangs', async () => {
    const { restart, db, pay, service } = world()
    await restart({}, { ordersOn: (orders) => ({ ...orders, fulfil: () => new Promise(() => undefined) }) })
    await db.query(
      `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
       select 'Q-' || n, 'Lantern', '49.90', 'EUR', 'ada@shop.example', 'Ada', 'Lovelace' from generate_series(1, 40) n`,
    )
    for (let n = 1; n <= 40; n++) await pay(`Q-${n}`)
    for (const payin of service.payins.values()) {
      payin.status = 'COMPLETED'
      expect((await send(payin)).status).toBe(200)
    }
    const [paid] = await db.query("select count(*)::int from orders where id like 'Q-%' and status = 'paid'")
    expect(paid).toEqual({ count: 40 })
    await world().clock.advance(30_000)
  })

  test('is decided within its request while forty copies of another one wait for a slow service', async () => {
    const { pay, service, clock, order } = world()
    const slow = await completed()
    const first = await sendAndHold(slow)
    const copies = Array.from({ length: 40 }, () => send(slow))
    await expect.poll(() => clock.sleepers.filter((ms) => ms === 1_000)).toHaveLength(41)
    await pay('A-1002')
    const other = [...service.payins.values()].find(({ id }) => id !== slow.id) as FakePayin
    other.status = 'COMPLETED'
    expect(await (await send(other)).json()).toEqual({ message: 'stored' })
    expect(await order('A-1002')).toBe('paid')
    first.open()
    for (const sent of [first.sent, ...copies]) expect((await sent).status).toBe(200)
    expect(await order('A-1001')).toBe('paid')
  })

  test('waits for the turn of its payment for longer than a second is stored, answered, and processed in its turn', async () => {
    const { clock, merchant, order, service } = world()
    await world().pay('A-1001')
    const payin = service.only()
    payin.status = 'AUTHORIZED'
    const first = await sendAndHold(payin)
    payin.status = 'COMPLETED'
    const second = send(payin)
    await expect.poll(() => clock.sleepers.filter((ms) => ms === 1_000)).toHaveLength(2)
    await clock.advance(1_000)
    for (const sent of [first.sent, second]) expect(await (await sent).json()).toEqual({ message: 'stored' })
    expect(await events()).toHaveLength(2)
    first.open()
    await merchant.background.idle()
    expect(await order('A-1001')).toBe('paid')
    expect(await events()).not.toContainEqual(expect.objectContaining({ isProcessed: false }))
  })

  test('comes while the service fails is kept, tried again, and as often as others that were stored', async () => {
    const { service, clock, merchant, order } = world()
    const payin = await completed()
    service.down = true
    expect(await (await send(payin)).json()).toEqual({ message: 'stored' })
    expect(await events()).toEqual([{ result: null, attempts: 1, isProcessed: false }])
    // It comes again while it waits: it is neither tried at once nor does it wait from the beginning.
    const calls = service.calls.length
    expect(await (await send(payin)).json()).toEqual({ message: 'known already' })
    expect([service.calls.length, await events()]).toEqual([
      calls,
      [{ result: null, attempts: 1, isProcessed: false }],
    ])
    service.down = false
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect([await order('A-1001'), await events()]).toEqual(['paid', [{ ...processed, attempts: 1 }]])
  })

  describe('finds much work waiting', () => {
    /** Work that ends only after `end`. */
    function occupy() {
      const { background } = world().merchant
      const gate = createGate()
      for (let n = 0; n < 32; n++) background.run(() => gate.opened)
      return gate.open
    }

    test('is stored, answered at once, and processed when its turn comes', async () => {
      const { merchant, order, service } = world()
      const payin = await completed()
      const end = occupy()
      expect(await (await send(payin)).json()).toEqual({ message: 'stored' })
      expect(await (await send(payin)).json()).toEqual({ message: 'known already' })
      expect([await order('A-1001'), await events()]).toEqual([
        'unpaid',
        [{ result: null, attempts: 0, isProcessed: false }],
      ])
      end()
      await merchant.background.idle()
      expect([await order('A-1001'), await events()]).toEqual(['paid', [processed]])
      expect(service.calls).toHaveLength(2)
    })

    test('and repeats an earlier one is processed again only if its status is news', async () => {
      const { merchant, service, clock } = world()
      const payin = await completed()
      await send(payin)
      await world().move(payin, 'DISPUTED')
      payin.status = 'COMPLETED'
      await clock.advance(3_000)
      const calls = service.calls.length
      const end = occupy()
      expect(await (await send(payin)).json()).toEqual({ message: 'stored' })
      end()
      await merchant.background.idle()
      expect(service.calls).toHaveLength(calls + 1)
      const again = occupy()
      expect(await (await send(payin)).json()).toEqual({ message: 'known already' })
      again()
    })

    test('is processed by the sweep when this process drops it', async () => {
      const { merchant, clock, order } = world()
      const payin = await completed()
      const end = occupy()
      const { run } = merchant.background
      merchant.background.run = () => false
      expect(await (await send(payin)).json()).toEqual({ message: 'stored' })
      merchant.background.run = run
      end()
      await clock.advance(31_000)
      await merchant.sweep.runOnce()
      expect(await order('A-1001')).toBe('paid')
    })
  })

  test('fails at the very moment of its answer is kept once, with its attempt', async () => {
    const { merchant, clock } = world()
    const event = waitingEvent(await completed(), clock.now())
    const keep = (attempts: number) => merchant.events.keep({ ...event, attempts })
    // The first is written alone, the next two in one statement.
    await Promise.all([keep(0), keep(0), keep(1)])
    await keep(0)
    expect(await events()).toEqual([{ result: null, attempts: 1, isProcessed: false }])
  })

  test('is decided at the very moment of its answer stays processed', async () => {
    const { db, clock, merchant } = world()
    const payin = await completed()
    await send(payin)
    await merchant.events.keep(waitingEvent(payin, clock.now()))
    expect(await db.query('select 1 from payin_checkout.webhook_events where processed_at is null')).toEqual(
      [],
    )
  })
})
