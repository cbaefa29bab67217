// Signed webhooks: checked, stored once, and followed by as few calls to the service as possible.
import { describe, expect, test } from 'vitest'
import { type FakePayin, signed } from './fake-service.ts'
import { createWorld, useWorld, waitingEvent } from './harness.ts'
import { createGate } from './instances-world.ts'

const world = useWorld()

const session = async (id: string) => (await world().read(id)).json()

describe('a webhook', () => {
  test('that completes the payin pays the order, after asking the service', async () => {
    const { pay, move, service, order } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'COMPLETED')
    expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect(await order('A-1001')).toBe('paid')
  })

  test('that says COMPLETED while the service does not pays nothing', async () => {
    const { pay, webhook, service, order } = world()
    await pay('A-1001')
    await webhook(service.only(), 'COMPLETED')
    expect(await order('A-1001')).toBe('unpaid')
  })

  test('with a wrong signature is refused and not stored', async () => {
    const { pay, app, service, db, logged } = world()
    await pay('A-1001')
    const payin = service.only()
    payin.status = 'COMPLETED'
    for (const signature of ['', 'x', signed(payin, 'COMPLETED', 'other').signature]) {
      const response = await app.request('/webhooks/payins', {
        method: 'POST',
        headers: { 'x-webhook-signature': signature },
        body: signed(payin).body,
      })
      expect(response.status).toBe(401)
    }
    expect(await db.query('select * from payin_checkout.webhook_events')).toEqual([])
    expect(service.calls).toHaveLength(1)
    expect(logged.join()).toContain('webhook_refused')
  })

  test('is recorded as processed only together with its effect', async () => {
    const { pay, move, service, db, order, merchant } = world()
    await pay('A-1001')
    const open = () =>
      db.query<{ status: string }>(
        'select status from payin_checkout.webhook_events where processed_at is null',
      )
    await db.query(
      'alter table payin_checkout.webhook_events add constraint broken check (processed_at is null)',
    )
    await move(service.only(), 'COMPLETED')
    expect([await order('A-1001'), await open()]).toEqual(['unpaid', [{ status: 'COMPLETED' }]])
    await db.query('alter table payin_checkout.webhook_events drop constraint broken')
    await world().clock.advance(31_000)
    await merchant.sweep.runOnce(true)
    expect([await order('A-1001'), await open()]).toEqual(['paid', []])
  })

  test('that arrives twice is processed once', async () => {
    const { pay, webhook, service } = world()
    await pay('A-1001')
    const payin = service.only()
    payin.status = 'AUTHORIZED'
    expect(await (await webhook(payin)).json()).toEqual({ message: 'stored' })
    const again = await webhook(payin)
    expect([again.status, await again.json()]).toEqual([200, { message: 'known already' }])
    expect(service.calls).toHaveLength(2)
  })

  test('is stored in the same order as others of that moment, so that two instances never wait for each other', async () => {
    const { pay, service, db, merchant, clock } = world()
    await pay('A-1001')
    const payin = service.only()
    // From the last to the first, all at the same time.
    const hashes = Array.from({ length: 60 }, (_, n) => String(99 - n))
    await Promise.all(
      hashes.map((hash) => merchant.events.keep({ ...waitingEvent(payin, clock.now()), hash })),
    )
    const statements = await db.query<{ hashes: string[] }>(
      'select array_agg(hash order by ctid) as hashes from payin_checkout.webhook_events group by xmin::text',
    )
    expect(Math.max(...statements.map(({ hashes }) => hashes.length))).toBeGreaterThan(2)
    for (const { hashes } of statements) expect(hashes).toEqual([...hashes].sort())
  })

  test('that is too large is refused before it is read, also without a length', async () => {
    const { app } = world()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(70_000))
        controller.close()
      },
    })
    const chunked = new Request('http://shop/webhooks/payins', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    const asked = await app.request(chunked)
    expect([asked.status, (await asked.json()).detail]).toEqual([413, 'The body is larger than 64 KiB.'])
    const long = await app.request('/webhooks/payins', { method: 'POST', body: 'x'.repeat(70_000) })
    expect(long.status).toBe(413)
    // The rest of the body is never read, so no other request may wait behind it.
    expect([asked, long].map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close'])
  })

  test('leaves nothing about the payer in the database', async () => {
    const { pay, move, service, db } = world()
    await pay('A-1001')
    await move(service.only(), 'AUTHORIZED')
    const [row] = await db.query<Record<string, unknown>>('select * from payin_checkout.webhook_events')
    expect(row).toMatchObject({ status: 'AUTHORIZED', result: 'fetched' })
    expect(JSON.stringify(row)).not.toMatch(/ada@|cs_|pay\.example/)
  })

  test('of a payin that is not ours, or that cannot be read, does nothing', async () => {
    const { webhook, service, db } = world()
    const payin = {
      id: 'x',
      status: 'COMPLETED',
      return_url: 'https://shop.example/checkout/return?session=cs_unknown',
    }
    await webhook(payin as never)
    await webhook({ note: 'no payin' } as never)
    const rows = await db.query<{ result: string }>(
      'select result from payin_checkout.webhook_events order by result',
    )
    expect(rows.map(({ result }) => result)).toEqual(['not_ours'])
    expect(service.calls).toEqual([])
  })
})

test('a paid session costs three calls to the service, however its webhooks arrive', async () => {
  const { pay, webhook, service, order } = world()
  await pay('A-1001')
  const payin = service.only()
  for (const status of ['INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED']) {
    payin.status = status
    await webhook(payin)
  }
  for (const late of ['SETTLED', 'AUTHORIZED']) await webhook({ ...payin, note: 'late' }, late)
  expect(service.calls).toHaveLength(3)
  expect(await order('A-1001')).toBe('paid')
})

test('webhooks that all arrive at once cost at most three calls', async () => {
  const { pay, webhook, service } = world()
  const { id } = await pay('A-1001')
  const payin = service.only()
  payin.status = 'COMPLETED'
  await Promise.all(
    ['SETTLED', 'INITIATED', 'COMPLETED', 'AUTHORIZED'].map((status) => webhook(payin, status)),
  )
  expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
  expect(service.calls.length).toBeLessThanOrEqual(3)
})

test('webhooks that arrive during a request are compared with its answer, not with the state before', async () => {
  const { pay, webhook, service, order } = world()
  await pay('A-1001')
  const payin = service.only()
  let answer = () => undefined as unknown
  service.gates.push(new Promise((resolve) => (answer = () => resolve(undefined))))
  payin.status = 'AUTHORIZED'
  const first = webhook(payin)
  await expect.poll(() => service.calls.length).toBe(2)
  const second = webhook(payin, 'SETTLED')
  await expect.poll(() => world().clock.sleepers.filter((ms) => ms === 1_000)).toHaveLength(2)
  answer()
  await Promise.all([first, second])
  payin.status = 'COMPLETED'
  await webhook(payin)
  expect(service.calls).toHaveLength(3)
  expect(await order('A-1001')).toBe('paid')
})

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
