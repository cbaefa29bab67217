// What cleaning leaves of a payment that is over, and what a shopper, a webhook and the back office find then.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useCleaning, withIban } from './cleaning-world.ts'
import { signed } from './fake-service.ts'

const { world, rows, parcels, areCleaned, link, clean, cleanAll, paid, failed, post } = useCleaning()

const alertNumber = async () =>
  (await rows<{ id: number }>('select id from payin_checkout.alerts'))[0]?.id ?? 0

describe('a session that was paid and cleaned', () => {
  test('is gone: reads and links get 404, and the return page still opens', async () => {
    const { id } = await paid()
    await clean()

    expect(await areCleaned()).toEqual([true])
    expect([(await world().read(id)).status, (await link(id)).status]).toEqual([404, 404])
    expect((await world().app.request(`/checkout/return?session=${id}`)).status).toBe(200)
  })

  test('cannot be paid again: the old key and a new one get 409', async () => {
    const { key } = await paid()
    await clean()
    world().service.calls.splice(0)

    for (const again of [key, randomUUID()])
      expect((await world().createSession('A-1001', again)).status).toBe(409)
    expect(world().service.calls).toEqual([])
  })

  test('cannot be paid again even if the shop marks its order as unpaid', async () => {
    await paid()
    await clean()
    await rows(`update orders set status = 'unpaid', paid_session = null where id = 'A-1001'`)

    expect((await world().createSession('A-1001')).status).toBe(409)
    expect(world().service.payins.size).toBe(1)
  })

  test('is not fulfilled again when all its webhooks are replayed', async () => {
    const { webhooks } = await paid()
    await clean()
    expect([await rows('select 1 from payin_checkout.outbox'), await parcels()]).toEqual([
      [],
      [{ order_id: 'A-1001' }],
    ])
    await rows('delete from parcels')

    for (const webhook of [...webhooks, ...webhooks.toReversed()]) expect(await post(webhook)).toBe(200)
    await world().merchant.sweep.runOnce(true)

    expect([await parcels(), await world().alerts(), await world().order('A-1001')]).toEqual([[], [], 'paid'])
  })

  test.each(['before', 'after'])(
    'whose money was given back %s the cleaning is fulfilled under another id when its order is paid again',
    async (when) => {
      const { payin } = await paid()
      if (when === 'after') await clean()
      await world().clock.advance(3_000)
      await world().move(payin, 'DISPUTED')
      await world().merchant.settle(await alertNumber(), { as: 'refunded', by: 'mara' })
      await world().clock.advance(3_000)
      await world().move(payin, 'FAILED')
      await clean()
      expect(await areCleaned()).toEqual([true])
      await rows(`update orders set status = 'unpaid', paid_session = null where id = 'A-1001'`)

      await world().pay('A-1001')
      const second = [...world().service.payins.values()][1]
      if (second) await world().move(second, 'COMPLETED')

      expect(await parcels()).toHaveLength(2)
    },
  )

  test('is not mistaken for a row that a restored database has lost', async () => {
    const { webhooks } = await paid()
    await clean()
    for (const webhook of webhooks) await post(webhook)
    world().service.calls.splice(0)

    await world().pay('A-1002')

    expect(world().service.calls.map(({ method }) => method)).toEqual(['POST'])
    expect(await world().alerts()).toEqual([])
  })

  test('keeps its amount and ids, and nothing about a person', async () => {
    await paid(withIban)
    await clean()

    const [row] = await rows<Record<string, unknown>>('select * from payin_checkout.sessions')
    expect(row).toMatchObject({
      order_id: 'A-1001',
      attempt: 1,
      amount_value: '49.90',
      outcome: 'complete',
      paid_at: expect.any(Date),
      status: 'COMPLETED',
      service_id: expect.any(String),
      choice_hash: '',
      request_body: null,
      redirect_url: null,
      status_details: null,
      rejected_pointers: null,
    })
    for (const table of ['session_ids', 'session_claims', 'outbox', 'webhook_events'])
      expect([table, await rows(`select * from payin_checkout.${table}`)]).toEqual([table, []])
  })

  test('raises an alert when its payment is disputed, and is followed again', async () => {
    const { payin } = await paid()
    await clean()
    await world().move(payin, 'DISPUTED')

    expect([await world().alerts(), await areCleaned()]).toEqual([['disputed'], [false]])
    await clean(800)
    expect(await areCleaned()).toEqual([false])
  })
})

describe('an attempt that failed and was cleaned', () => {
  test('pays its order once when its money comes late, and raises an alert', async () => {
    const { payin, id } = await failed()
    await clean()
    expect([await areCleaned(), (await world().read(id)).status]).toEqual([[true], 404])

    await world().move(payin, 'COMPLETED')

    expect([await world().order('A-1001'), await world().alerts(), await parcels()]).toEqual([
      'paid',
      ['late_complete'],
      [{ order_id: 'A-1001' }],
    ])
    expect((await world().createSession('A-1001')).status).toBe(409)
  })

  test('holds its order when it is authorized late, and the next create request gets a session that can be read', async () => {
    const { payin } = await failed()
    await clean()
    await world().move(payin, 'AUTHORIZED')

    const again = await world().pay('A-1001', randomUUID(), withIban)
    await cleanAll()

    expect(again).toMatchObject({ outcome: 'authorized', redirect_url: null })
    expect((await world().read(again.id)).status).toBe(200)
    expect(world().service.payins.size).toBe(1)
  })

  test('is checked at the service before another attempt is made, also for its old key', async () => {
    const { payin, key } = await failed()
    await clean()
    payin.status = 'COMPLETED'

    expect((await world().createSession('A-1001', key)).status).toBe(409)
    expect([world().service.payins.size, await world().order('A-1001')]).toEqual([1, 'paid'])
  })

  test('keeps its number: the next attempt has another id and another key at the service', async () => {
    const { id, key } = await failed()
    await clean()
    const next = await world().pay('A-1001', key)

    expect(next.id).not.toBe(id)
    expect(
      new Set(
        world()
          .service.creates()
          .map((call) => call.key),
      ).size,
    ).toBe(2)
    expect(await rows('select attempt from payin_checkout.sessions order by attempt')).toEqual([
      { attempt: 1 },
      { attempt: 2 },
    ])
  })
})

test('a dispute that is over raises no second alert when its webhook is replayed', async () => {
  const { payin } = await paid()
  await world().clock.advance(3_000)
  await world().move(payin, 'DISPUTED')
  const webhook = signed(payin)
  await world().clock.advance(3_000)
  await world().move(payin, 'COMPLETED')
  await clean(5_000)

  await post(webhook)

  expect(await world().alerts()).toEqual(['disputed'])
})

describe('a payout that was paid and cleaned', () => {
  const authorization = 'Bearer backoffice_token_canary_0123456789'
  const ask = (path: string, init: RequestInit = {}) =>
    world().app.request(`/backoffice/payouts${path}`, {
      ...init,
      headers: { authorization, 'content-type': 'application/json', ...init.headers },
    })
  const issue = (key: string) =>
    ask('', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ reference: 'refund-1', amount: { value: '5.00', currency: 'EUR' } }),
    })

  test('is not paid again, and the back office still reads that it was paid', async () => {
    const key = randomUUID()
    expect((await issue(key)).status).toBe(201)
    const payout = world().service.only()
    payout.status = 'COMPLETED'
    await post(signed(payout), 'payouts')
    const webhook = signed(payout)
    await clean()
    expect(await areCleaned()).toEqual([true])

    for (const again of [key, randomUUID()]) expect((await issue(again)).status).toBe(409)
    await post(webhook, 'payouts')
    const read = (await (await ask('/refund-1')).json()) as { id: string }
    await cleanAll()

    expect(read).toMatchObject({ outcome: 'complete', claim_code: null, amount: { value: '5.00' } })
    expect((await world().read(read.id)).status).toBe(200)
    expect([world().service.payins.size, await world().alerts()]).toEqual([1, []])
    expect(await rows('select 1 from payin_checkout.outbox')).toEqual([])
  })

  test('loses a newly given id once it has been over for the same time again', async () => {
    await issue(randomUUID())
    const payout = world().service.only()
    payout.status = 'COMPLETED'
    await post(signed(payout), 'payouts')
    await clean()
    const { id } = (await (await ask('/refund-1')).json()) as { id: string }
    await clean()

    expect([await areCleaned(), (await world().read(id)).status]).toEqual([[true], 404])
  })
})
