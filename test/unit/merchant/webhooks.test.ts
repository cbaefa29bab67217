// Signed webhooks: checked, stored once, and followed by as few calls to the service as possible.
import { describe, expect, test } from 'vitest'
import { signed } from './fake-service.ts'
import { useWorld, waitingEvent } from './harness.ts'

const world = useWorld()

const session = async (id: string) => (await world().read(id)).json()

describe('a webhook', () => {
  test('pays the order although the details at the service hold NUL, as some banks fill their texts', async () => {
    const { pay, move, service, order, read } = world()
    service.nextCreate((payin) => {
      payin.status_details = 'OTHER\0\0'
    })
    const { id } = await pay('A-1001')
    await move(service.only(), 'COMPLETED')

    expect(await order('A-1001')).toBe('paid')
    expect(await (await read(id)).json()).toMatchObject({ outcome: 'complete', status_details: 'OTHER' })
  })

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
