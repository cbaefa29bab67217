// What cleaning leaves of a payment that is over, and what a shopper, a webhook and the back office find then.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBatchSize } from '../../../src/merchant/retention/batch-size.ts'
import { type FakePayin, signed } from './fake-service.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const withIban = { payment: { method: 'bank_account', iban: 'DE89370400440532013000' } }
const rows = <T extends object>(sql: string) => world().db.query<T>(sql)
const parcels = () => rows('select order_id from parcels')
const marks = () =>
  rows<{ cleaned: boolean }>(
    'select cleaned_at is not null as cleaned from payin_checkout.sessions order by order_id, attempt',
  )
const areCleaned = async () => (await marks()).map(({ cleaned }) => cleaned)
const link = (id: string) => world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })

const environment = { KEEP_FOR: '30', BACKOFFICE_TOKEN: 'backoffice_token_canary_0123456789' }
beforeEach(() => world().restart(environment))

/** Days pass in which a server runs: it is only not asked for anything. */
async function pass(days: number, env: Record<string, string> = environment): Promise<void> {
  await world().merchant.close()
  await world().clock.advance(days * dayMs)
  await world().db.query('update payin_checkout.installation set beat_at = $1', [
    new Date(world().clock.now()),
  ])
  await world().restart(env)
}

/** Time passes until everything that was followed has been asked about, and then until everything that is due is cleaned. */
async function clean(days = 31): Promise<void> {
  for (const minutes of [2, 12, 62, 62]) {
    await world().clock.advance(minutes * minuteMs)
    await world().merchant.sweep.runOnce()
  }
  await pass(days)
  await cleanAll()
}

async function cleanAll(): Promise<void> {
  for (let rounds = 0; await world().merchant.cleaning.round(); rounds++) expect(rounds).toBeLessThan(10)
}

/** An order is paid, shipped, and over. @returns the webhooks that told of it */
async function paid(body: object = {}) {
  const key = randomUUID()
  const { id } = await world().pay('A-1001', key, body)
  const payin = world().service.only()
  const letters: { body: string; signature: string }[] = []
  for (const status of ['INITIATED', 'AUTHORIZED', 'COMPLETED']) {
    await world().move(payin, status)
    letters.push(signed(payin))
  }
  return { key, id, payin, letters }
}

/** An attempt ends without money. */
async function failed(body: object = {}): Promise<{ key: string; id: string; payin: FakePayin }> {
  const key = randomUUID()
  const { id } = await world().pay('A-1001', key, body)
  const payin = world().service.only()
  await world().move(payin, 'FAILED')
  return { key, id, payin }
}

const post = async ({ body, signature }: { body: string; signature: string }, path = 'payins') => {
  const headers = { 'x-webhook-signature': signature }
  const response = await world().app.request(`/webhooks/${path}`, { method: 'POST', headers, body })
  await world().merchant.background.idle()
  return response.status
}

describe('a session that was paid and cleaned', () => {
  test('has no id any more: a read and a link are answered 404, and the return page is a page', async () => {
    const { id } = await paid()
    await clean()

    expect(await areCleaned()).toEqual([true])
    expect([(await world().read(id)).status, (await link(id)).status]).toEqual([404, 404])
    expect((await world().app.request(`/checkout/return?session=${id}`)).status).toBe(200)
  })

  test('can be paid no second time: its old key and a new one are answered that it is paid', async () => {
    const { key } = await paid()
    await clean()
    world().service.calls.splice(0)

    for (const again of [key, randomUUID()]) expect((await world().press('A-1001', again)).status).toBe(409)
    expect(world().service.calls).toEqual([])
  })

  test('can be paid no second time even where the shop takes its order for unpaid again', async () => {
    await paid()
    await clean()
    await rows(`update orders set status = 'unpaid', paid_session = null where id = 'A-1001'`)

    expect((await world().press('A-1001')).status).toBe(409)
    expect(world().service.payins.size).toBe(1)
  })

  test('is not fulfilled again when all its webhooks are played again', async () => {
    const { letters } = await paid()
    await clean()
    expect([await rows('select 1 from payin_checkout.outbox'), await parcels()]).toEqual([
      [],
      [{ order_id: 'A-1001' }],
    ])
    await rows('delete from parcels')

    for (const letter of [...letters, ...letters.toReversed()]) expect(await post(letter)).toBe(200)
    await world().merchant.sweep.runOnce(true)

    expect([await parcels(), await world().alerts(), await world().order('A-1001')]).toEqual([[], [], 'paid'])
  })

  test('does not look like one that a restored database has lost', async () => {
    const { letters } = await paid()
    await clean()
    for (const letter of letters) await post(letter)
    world().service.calls.splice(0)

    await world().pay('A-1002')

    expect(world().service.calls.map(({ method }) => method)).toEqual(['POST'])
    expect(await rows('select rows_lost_before from payin_checkout.installation')).toEqual([
      { rows_lost_before: null },
    ])
    expect(world().logged.join()).not.toContain('rows_may_be_lost')
  })

  test('keeps its money and its names, and nothing that tells of a person', async () => {
    await paid(withIban)
    await clean()

    const [row] = await rows<Record<string, unknown>>('select * from payin_checkout.sessions')
    expect(row).toMatchObject({
      order_id: 'A-1001',
      attempt: 1,
      amount_value: '49.90',
      outcome: 'complete',
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

  test('is told to a person when its payment is disputed, and is followed again', async () => {
    const { payin } = await paid()
    await clean()
    await world().move(payin, 'DISPUTED')

    expect([await world().alerts(), await areCleaned()]).toEqual([['disputed'], [false]])
    await clean(800)
    expect(await areCleaned()).toEqual([false])
  })
})

describe('an attempt that failed and was cleaned', () => {
  test('pays its order once when its money comes late, and a person is told', async () => {
    const { payin, id } = await failed()
    await clean()
    expect([await areCleaned(), (await world().read(id)).status]).toEqual([[true], 404])

    await world().move(payin, 'COMPLETED')

    expect([await world().order('A-1001'), await world().alerts(), await parcels()]).toEqual([
      'paid',
      ['late_complete'],
      [{ order_id: 'A-1001' }],
    ])
    expect((await world().press('A-1001')).status).toBe(409)
  })

  test('holds its order when it is promised late, and its press gets an id that can be read', async () => {
    const { payin } = await failed()
    await clean()
    await world().move(payin, 'AUTHORIZED')

    const again = await world().pay('A-1001', randomUUID(), withIban)
    await cleanAll()

    expect(again).toMatchObject({ outcome: 'authorized', redirect_url: null })
    expect((await world().read(again.id)).status).toBe(200)
    expect(world().service.payins.size).toBe(1)
  })

  test('is asked about before another attempt is made, also by its old key', async () => {
    const { payin, key } = await failed()
    await clean()
    payin.status = 'COMPLETED'

    expect((await world().press('A-1001', key)).status).toBe(409)
    expect([world().service.payins.size, await world().order('A-1001')]).toEqual([1, 'paid'])
  })

  test('leaves its number: the next attempt has another id and another key at the service', async () => {
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

describe('is never cleaned:', () => {
  const kept = async (days = 5_000) => {
    await clean(days)
    return !(await areCleaned()).includes(true)
  }

  test('a session that is open at the service', async () => {
    const { id } = await world().pay('A-1001')
    expect(await kept()).toBe(true)
    expect((await world().read(id)).status).toBe(200)
  })

  test('a promise', async () => {
    await world().pay('A-1001')
    await world().move(world().service.only(), 'AUTHORIZED')
    expect(await kept()).toBe(true)
  })

  test('what counts as paid before the service has said its last word', async () => {
    await world().restart({ ...environment, COMPLETE_ON: 'AUTHORIZED' })
    await world().pay('A-1001')
    await world().move(world().service.only(), 'AUTHORIZED')
    expect([await world().order('A-1001'), await kept()]).toEqual(['paid', true])
  })

  test.each(['open', 'authorized'])(
    'a session that is %s and, by whatever mistake, not followed',
    async (outcome) => {
      await world().pay('A-1001')
      await rows(`update payin_checkout.sessions set outcome = '${outcome}', next_check_at = null`)
      await pass(5_000)
      await cleanAll()
      expect(await areCleaned()).toEqual([false])
    },
  )

  test('a session that a person must look at', async () => {
    const { payin } = await paid()
    payin.status = 'FAILED'
    await world().webhook(payin)
    expect([await world().alerts(), await kept()]).toEqual([['final_changed'], true])
  })

  test('money in doubt, also without its alert', async () => {
    await failed()
    await rows(`update payin_checkout.sessions set doubt = 'another amount'`)
    expect(await kept()).toBe(true)
  })

  test('what is not fulfilled, nor the session that paid for it', async () => {
    await paid()
    await rows('update payin_checkout.outbox set done_at = null, next_try_at = $$3000-01-01$$')
    expect([await kept(), await rows('select id from payin_checkout.outbox')]).toMatchObject([true, [{}]])
    await rows(`update payin_checkout.outbox set next_try_at = '2000-01-01'`)
    await world().merchant.outbox.dispatchDue()
    expect(await kept(29)).toBe(true)
    expect(await kept(1)).toBe(false)
  })

  test('a webhook that was not worked through, nor its session', async () => {
    await failed()
    await rows(
      `update payin_checkout.webhook_events set processed_at = null, next_try_at = '3000-01-01' where word = 'FAILED'`,
    )
    expect([await kept(), await rows('select word from payin_checkout.webhook_events')]).toEqual([
      true,
      [{ word: 'FAILED' }],
    ])
  })

  test('a create that was never answered: its webhook may still come, and only its id tells whose it is', async () => {
    const { service } = world()
    service.nextCreate('lost_before', 'lost_before')
    expect((await world().press('A-1001')).status).toBe(503)
    for (const days of [0.8, 0.2]) {
      await pass(days)
      service.nextCreate('lost_before')
      await world().merchant.sweep.runOnce()
    }
    expect(await rows('select outcome, service_id from payin_checkout.sessions')).toEqual([
      { outcome: 'expired', service_id: null },
    ])
    expect(await kept()).toBe(true)
  })

  test('the hash of a dispute and of a webhook that was given up, nor an alert, nor a payout’s reference', async () => {
    const { payin } = await paid()
    await world().clock.advance(3_000)
    await world().move(payin, 'DISPUTED')
    const given = { ...payin, id: randomUUID(), status: 'COMPLETED' }
    await post(signed(given))
    await rows(
      `update payin_checkout.webhook_events set result = 'given_up', processed_at = received_at where service_id = '${given.id}'`,
    )
    await rows(
      `insert into payin_checkout.payouts (id, amount_value, amount_currency, status, created_at)
       values ('refund-1', '5.00', 'EUR', 'paid', '2020-01-01')`,
    )
    const alerts = await world().alerts()
    await clean(5_000)

    expect(
      await rows('select word, result from payin_checkout.webhook_events order by received_at'),
    ).toMatchObject([{ word: 'DISPUTED' }, { result: 'given_up' }])
    expect(await world().alerts()).toEqual(expect.arrayContaining(alerts))
    expect(await rows('select id from payin_checkout.payouts')).toHaveLength(1)
  })
})

test('a dispute that is over is not told to a person a second time when its webhook is played again', async () => {
  const { payin } = await paid()
  await world().clock.advance(3_000)
  await world().move(payin, 'DISPUTED')
  const letter = signed(payin)
  await world().clock.advance(3_000)
  await world().move(payin, 'COMPLETED')
  await clean(5_000)

  await post(letter)

  expect(await world().alerts()).toEqual(['disputed'])
})

test('an attempt that was never sent ends, and the e-mail address in its request is gone', async () => {
  const key = randomUUID()
  // The process dies between the freeze and the sending.
  await world().pay('A-1001', key)
  await rows(
    `update payin_checkout.sessions set first_sent_at = null, service_id = null, status = 'CREATED', outcome = 'open',
       request_body = '{"payer":{"email":"ada@shop.example"}}', next_check_at = null, redirect_url = null`,
  )
  await clean()

  expect(await rows('select outcome, request_body from payin_checkout.sessions')).toEqual([
    { outcome: 'expired', request_body: null },
  ])
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

  test('is paid no second time, and the back office still reads that it was paid', async () => {
    const key = randomUUID()
    expect((await issue(key)).status).toBe(201)
    const payout = world().service.only()
    payout.status = 'COMPLETED'
    await post(signed(payout), 'payouts')
    const letter = signed(payout)
    await clean()
    expect(await areCleaned()).toEqual([true])

    for (const again of [key, randomUUID()]) expect((await issue(again)).status).toBe(409)
    await post(letter, 'payouts')
    const read = (await (await ask('/refund-1')).json()) as { id: string }
    await cleanAll()

    expect(read).toMatchObject({ outcome: 'complete', claim_code: null, amount: { value: '5.00' } })
    expect((await world().read(read.id)).status).toBe(200)
    expect([world().service.payins.size, await world().alerts()]).toEqual([1, []])
    expect(await rows('select 1 from payin_checkout.outbox')).toEqual([])
  })

  test('whose id was handed out again loses it once it is over for as long again', async () => {
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

describe('the cleaning', () => {
  const fill = (count: number, how: string) =>
    rows(
      `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency,
         service_key, service_id, status, outcome, next_check_at, created_at, updated_at)
       select gen_random_uuid(), repeat('a', 64), 'payin', '${how}-' || n, 1, '', '1.00', 'EUR', '${how}' || n, '${how}' || n,
         'FAILED', ${how === 'open' ? "'open', '3000-01-01'" : "'failed', null"}, '2025-01-01'::timestamptz + n * interval '1 second',
         '2025-01-01' from generate_series(1, ${count}) n`,
    )
  const count = async (where: string) =>
    (await rows<{ n: number }>(`select count(*)::int as n from payin_checkout.sessions where ${where}`))[0]?.n

  test('goes on in the next round where much is due, and ends', async () => {
    await fill(1_250, 'ended')
    expect(await world().merchant.cleaning.round()).toBe(true)
    // Batches that take no time grow: 10, 20, 40, 80, 160.
    expect(await count('cleaned_at is not null')).toBe(310)
    await cleanAll()
    expect(await count('cleaned_at is null')).toBe(0)
    expect(world().logged.filter((line) => line.includes('"cleaned"'))).toHaveLength(2)
  })

  test('is not kept from newer sessions by old ones that are never over', async () => {
    await fill(1_250, 'open')
    await fill(1, 'ended')
    await cleanAll()

    expect(await count(`cleaned_at is not null`)).toBe(1)
    expect(await world().merchant.cleaning.round()).toBe(false)
  })

  test('makes its batches smaller where the disk is slow, and larger again', async () => {
    let ms = 0
    const clock = { now: () => ms }
    const size = createBatchSize(clock)
    const sizes: number[] = []
    for (const takesMs of [1, 1, 201, 5_000, 5_000, 5_000, 1, 200])
      await size.run(async (most) => {
        sizes.push(most)
        ms += takesMs
      })
    const failing = size.run(async () => {
      ms += 4_000
      throw new Error('statement timeout')
    })
    await expect(failing).rejects.toThrow('statement timeout')
    await size.run(async (most) => sizes.push(most))

    expect(sizes).toEqual([10, 20, 40, 20, 10, 5, 5, 10, 10])
  })

  test('looks once a day at what was not over when its time had come', async () => {
    await fill(1, 'open')
    await world().merchant.cleaning.round()
    await rows(`update payin_checkout.sessions set outcome = 'failed', next_check_at = null`)
    await world().merchant.cleaning.round()
    expect(await count('cleaned_at is not null')).toBe(0)
    await pass(1.01)
    await world().merchant.cleaning.round()
    expect(await count('cleaned_at is not null')).toBe(1)
  })

  test('of a session with more keys than one statement deletes ends with the last of them', async () => {
    await fill(1, 'ended')
    await rows(
      `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
       select 'key-' || n, id, order_id, '', created_at from payin_checkout.sessions, generate_series(1, 2500) n`,
    )
    await world().merchant.cleaning.round()
    expect([
      await count('cleaned_at is not null'),
      await rows('select 1 from payin_checkout.session_claims'),
    ]).toEqual([1, []])
  })

  test('runs with `start` and with `tick`, after 400 days where nothing else is set, and never where it is switched off', async () => {
    await fill(1, 'ended')
    await world().restart({ KEEP_FOR: 'ever' })
    await world().merchant.sweep.runOnce()
    expect(await count('cleaned_at is not null')).toBe(0)

    await rows(`update payin_checkout.sessions set updated_at = '2025-11-20'`)
    await world().restart({})
    await world().merchant.sweep.runOnce()
    expect(await count('cleaned_at is not null')).toBe(0)
    await pass(36, {})
    await world().merchant.sweep.runOnce()
    expect(await count('cleaned_at is not null')).toBe(1)

    await rows('delete from payin_checkout.sessions')
    await fill(1, 'ended')
    world().merchant.sweep.start()
    await expect.poll(() => count('cleaned_at is not null')).toBe(1)
  })
})
