// Which status of the service counts, and what it means for the session, the order and the alerts.
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld()

const session = async (id: string) => (await world().read(id)).json()

describe('a signed webhook', () => {
  test('moves the status on without a request, and never back', async () => {
    const { pay, webhook, service } = world()
    const { id } = await pay('A-1001')
    await webhook(service.only(), 'INITIATED')
    await webhook(service.only(), 'CREATED')
    expect(await session(id)).toMatchObject({ status: 'INITIATED', outcome: 'open' })
    expect(service.calls).toHaveLength(1)
  })

  test('with an unknown status causes a request, and leaves the session open', async () => {
    const { pay, move, service } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'THAWED')
    expect(await session(id)).toMatchObject({ status: 'THAWED', outcome: 'open' })
  })
})

describe('the newest fetch', () => {
  test('wins over an older answer that arrives later', async () => {
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
    const fetched = { id: old.id, status: 'AUTHORIZED', details: null, deposit: null, amount: old.amount }
    const row1 = { id: row?.id ?? '', kind: 'payin', order_id: 'A-1001' } as const
    await merchant.apply(row1, { fetched, fetchStartedAt: oldStartedAt, source: 'sweep' })
    expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect(await world().alerts()).toEqual([])
  })
})

describe('a final outcome', () => {
  test('that changes at the service is kept, and raises an alert', async () => {
    const { pay, move, service, alerts, order } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'COMPLETED')
    await move(service.only(), 'FAILED')
    expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect(await alerts()).toEqual(['final_changed'])
    expect(await order('A-1001')).toBe('paid')
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

  test('stay apart: a late failure of the old one changes only its own session', async () => {
    const { move, webhook, order } = world()
    const { second, old, current } = await twoAttempts()
    await move(current, 'COMPLETED')
    await webhook({ ...old, note: 'again' }, 'FAILED')
    expect(await session(second.id)).toMatchObject({ outcome: 'complete' })
    expect(await order('A-1001')).toBe('paid')
  })

  test('that both complete sell once, and raise an alert for a refund', async () => {
    const { move, alerts, db } = world()
    const { first, second, old, current } = await twoAttempts()
    await move(current, 'COMPLETED')
    await move(old, 'COMPLETED')
    expect(await alerts()).toEqual(['late_complete', 'paid_twice'])
    expect(await session(first.id)).toMatchObject({ outcome: 'authorized', review: 'paid_twice' })
    expect(await session(second.id)).toMatchObject({ outcome: 'complete', review: null })
    const [paid] = await db.query<{ n: number }>(
      `select count(*)::int as n from orders o join payin_checkout.sessions s on s.id = o.paid_session
       where o.id = 'A-1001' and s.attempt = 2`,
    )
    expect(paid).toEqual({ n: 1 })
  })
})

test('an order whose price changed is not paid by the old amount, and nobody pays again', async () => {
  const { pay, createSession, move, service, db, alerts, order } = world()
  const { id } = await pay('A-1001')
  await db.query(`update orders set amount_value = '59.90' where id = 'A-1001'`)
  await move(service.only(), 'COMPLETED')
  expect(await session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'authorized' })
  expect(await order('A-1001')).toBe('unpaid')
  expect(await alerts()).toEqual(['amount_differs'])
  expect(await (await createSession('A-1001')).json()).toMatchObject({ id })
})

test('with COMPLETE_ON=AUTHORIZED an authorized payment pays the order, and a later failure raises an alert', async () => {
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
