import { describe, expect, test } from 'vitest'
import { payin as payinKind } from '../../../src/merchant/kinds/payin.ts'
import { createOrderTransactions } from '../../../src/merchant/one-payment/order-transaction.ts'
import { parseSignedWebhook } from '../../../src/merchant/sync/parse-webhook.ts'
import { signed } from './fake-service.ts'
import { useWorld } from './harness.ts'

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

  test('that says COMPLETED while the service does not, pays nothing', async () => {
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

  test('is over in the moment in which its news counts: neither is written without the other', async () => {
    const { pay, move, service, db, order, merchant } = world()
    await pay('A-1001')
    const open = () =>
      db.query<{ word: string }>('select word from payin_checkout.webhook_events where processed_at is null')
    await db.query(
      'alter table payin_checkout.webhook_events add constraint broken check (processed_at is null)',
    )
    await move(service.only(), 'COMPLETED')
    expect([await order('A-1001'), await open()]).toEqual(['unpaid', [{ word: 'COMPLETED' }]])
    await db.query('alter table payin_checkout.webhook_events drop constraint broken')
    await world().clock.advance(31_000)
    await merchant.sweep.runOnce(true)
    expect([await order('A-1001'), await open()]).toEqual(['paid', []])
  })

  test('that comes twice is worked on once', async () => {
    const { pay, webhook, service } = world()
    await pay('A-1001')
    const payin = service.only()
    payin.status = 'AUTHORIZED'
    expect(await (await webhook(payin)).json()).toEqual({ message: 'stored' })
    const again = await webhook(payin)
    expect([again.status, await again.json()]).toEqual([200, { message: 'known already' }])
    expect(service.calls).toHaveLength(2)
  })

  test('is stored with those that arrive at the same time in one order, so that two instances never wait for each other', async () => {
    const { pay, service, db, merchant } = world()
    await pay('A-1001')
    const payin = service.only()
    // From the last to the first, all at once.
    const heard = Array.from({ length: 60 }, (_, n) => String(99 - n)).map((hash) => {
      const { body } = signed(payin, 'INITIATED')
      const one = parseSignedWebhook(payinKind, new TextEncoder().encode(body))
      if (!one) throw new Error('It is not understood.')
      return { ...one, hash }
    })
    await Promise.all(heard.map((one) => merchant.inbox.store(one)))
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
    // The rest of it is never read: nobody's request may wait behind it.
    expect([asked, long].map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close'])
  })

  test('leaves nothing about the payer in the database', async () => {
    const { pay, move, service, db } = world()
    await pay('A-1001')
    await move(service.only(), 'AUTHORIZED')
    const [row] = await db.query<Record<string, unknown>>('select * from payin_checkout.webhook_events')
    expect(row).toMatchObject({ word: 'AUTHORIZED', result: 'fetched' })
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

test('webhooks that all arrive at once cost three calls at most', async () => {
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

test('webhooks that come while the service is being asked are judged by its answer, not by the state before', async () => {
  const { pay, webhook, service, order } = world()
  await pay('A-1001')
  const payin = service.only()
  let answer = () => undefined as unknown
  service.gates.push(new Promise((resolve) => (answer = () => resolve(undefined))))
  payin.status = 'AUTHORIZED'
  const first = webhook(payin)
  await expect.poll(() => service.calls.length).toBe(2)
  const second = webhook(payin, 'SETTLED')
  await expect.poll(() => world().logged.join().includes('SETTLED')).toBe(true)
  answer()
  await Promise.all([first, second])
  payin.status = 'COMPLETED'
  await webhook(payin)
  expect(service.calls).toHaveLength(3)
  expect(await order('A-1001')).toBe('paid')
})

describe('a signed word', () => {
  test('moves the status on without a call, and never back', async () => {
    const { pay, webhook, service } = world()
    const { id } = await pay('A-1001')
    await webhook(service.only(), 'INITIATED')
    await webhook(service.only(), 'CREATED')
    expect(await session(id)).toMatchObject({ status: 'INITIATED', outcome: 'open' })
    expect(service.calls).toHaveLength(1)
  })

  test('that nobody knows is asked about, and leaves the session open', async () => {
    const { pay, move, service } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'THAWED')
    expect(await session(id)).toMatchObject({ status: 'THAWED', outcome: 'open' })
  })
})

describe('the newest fetch', () => {
  test('wins over an answer that was overtaken on its way', async () => {
    const { pay, merchant, service, clock, webhook } = world()
    const { id } = await pay('A-1001')
    const payin = service.only()
    const old = { ...payin, status: 'AUTHORIZED', note: 'old' }
    await clock.advance(1_000)
    const oldStartedAt = clock.now()
    await clock.advance(1_000)
    payin.status = 'COMPLETED'
    await webhook(payin)
    const [row] = await merchant.db.query<{ id: string }>('select id from payin_checkout.sessions')
    const { createApply } = await import('../../../src/merchant/sync/apply.ts')
    const { orders, config, log, db } = merchant
    const ledgers = { order: orders, payout: orders }
    const inOrderTransaction = createOrderTransactions(db, clock)
    const parts = { inOrderTransaction, ledgers, config, log, now: clock.now, onPaid: () => undefined }
    const apply = createApply({ ...parts, webhookHealth: { areArriving: true } })
    const fetched = { id: old.id, status: 'AUTHORIZED', details: null, deposit: null, amount: old.amount }
    const row1 = { id: row?.id ?? '', kind: 'payin', order_id: 'A-1001' } as const
    await apply(row1, { fetched, fetchStartedAt: oldStartedAt, source: 'sweep' })
    expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect(await world().alerts()).toEqual([])
  })
})

describe('a final outcome', () => {
  test('that changes is kept and raised, never overwritten in silence', async () => {
    const { pay, move, service, alerts, order } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'COMPLETED')
    await move(service.only(), 'FAILED')
    expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect(await alerts()).toEqual(['final_changed'])
    expect(await order('A-1001')).toBe('paid')
  })

  test.each(['FAILED', 'EXPIRED'])(
    '%s gives way to money that came late, and a person is told',
    async (status) => {
      const { pay, move, service, alerts, order } = world()
      const { id } = await pay('A-1001')
      await move(service.only(), status)
      await move(service.only(), 'COMPLETED')
      expect(await session(id)).toMatchObject({ outcome: 'complete' })
      expect(await alerts()).toEqual(['late_complete'])
      expect(await order('A-1001')).toBe('paid')
    },
  )

  test('under dispute stays, is shown as the service’s status, and a person is told', async () => {
    const { pay, move, service, alerts } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'COMPLETED')
    await move(service.only(), 'DISPUTED')
    expect(await session(id)).toMatchObject({ status: 'DISPUTED', outcome: 'complete' })
    expect(await alerts()).toEqual(['disputed'])
  })
})

describe('two attempts of one order', () => {
  async function twoAttempts() {
    const { pay, move, service } = world()
    const first = await pay('A-1001')
    const [one] = service.payins.values()
    if (one) await move(one, 'FAILED')
    const second = await pay('A-1001')
    const [old, current] = service.payins.values()
    if (!old || !current) throw new Error('There are not two payins.')
    return { first, second, old, current }
  }

  test('a late failure of the old one changes only its own session', async () => {
    const { move, webhook, order } = world()
    const { second, old, current } = await twoAttempts()
    await move(current, 'COMPLETED')
    await webhook({ ...old, note: 'again' }, 'FAILED')
    expect(await session(second.id)).toMatchObject({ outcome: 'complete' })
    expect(await order('A-1001')).toBe('paid')
  })

  test('that both complete sell once, and the second is raised for refund', async () => {
    const { move, alerts, db } = world()
    const { first, second, old, current } = await twoAttempts()
    await move(current, 'COMPLETED')
    await move(old, 'COMPLETED')
    expect(await alerts()).toEqual(['late_complete', 'paid_twice'])
    expect(await session(first.id)).toMatchObject({ outcome: 'complete' })
    expect(await session(second.id)).toMatchObject({ outcome: 'complete' })
    const [paid] = await db.query<{ n: number }>(
      `select count(*)::int as n from orders o join payin_checkout.sessions s on s.id = o.paid_session
       where o.id = 'A-1001' and s.attempt = 2`,
    )
    expect(paid).toEqual({ n: 1 })
  })
})

test('an order whose price has changed is not paid by the old amount, and nobody pays again', async () => {
  const { pay, press, move, service, db, alerts, order } = world()
  const { id } = await pay('A-1001')
  await db.query(`update orders set amount_value = '59.90' where id = 'A-1001'`)
  await move(service.only(), 'COMPLETED')
  expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'authorized' })
  expect(await order('A-1001')).toBe('unpaid')
  expect(await alerts()).toEqual(['amount_differs'])
  expect(await (await press('A-1001')).json()).toMatchObject({ id })
})

test('COMPLETE_ON=AUTHORIZED pays on the promise, goes on asking, and raises a failure after it', async () => {
  const { restart } = world()
  await restart({ COMPLETE_ON: 'AUTHORIZED' })
  const { pay, move, service, order, alerts, db } = world()
  const { id } = await pay('A-1001')
  await move(service.only(), 'AUTHORIZED')
  expect(await session(id)).toMatchObject({ status: 'AUTHORIZED', outcome: 'complete' })
  expect(await order('A-1001')).toBe('paid')
  const [row] = await db.query<{ followed: boolean }>(
    'select next_check_at is not null as followed from payin_checkout.sessions',
  )
  expect(row).toEqual({ followed: true })
  await move(service.only(), 'FAILED')
  expect(await alerts()).toEqual(['final_changed'])
})
