// When the cleaning runs, in batches of which size, and where it ends.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createBatchSize } from '../../../src/merchant/retention/batch-size.ts'
import { useCleaning } from './cleaning-world.ts'

const { world, rows, pass, clean, cleanAll } = useCleaning()

test('an attempt that was never sent expires, and the e-mail address in its request is deleted', async () => {
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

describe('the cleaning', () => {
  const fill = (count: number, how: string) =>
    rows(
      `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency,
         service_key, service_id, status, outcome, next_check_at, created_at, updated_at, reference, nonce, api_key_hash)
       select gen_random_uuid(), repeat('a', 64), 'payin', '${how}-' || n, 1, '', '1.00', 'EUR', '${how}' || n, '${how}' || n,
         'FAILED', ${how === 'open' ? "'open', '3000-01-01'" : "'failed', null"}, '2025-01-01'::timestamptz + n * interval '1 second',
         '2025-01-01', '${how}-' || n, '', '' from generate_series(1, ${count}) n`,
    )
  const count = async (where: string) =>
    (await rows<{ n: number }>(`select count(*)::int as n from payin_checkout.sessions where ${where}`))[0]?.n

  test('continues in the next round when much is due, and ends', async () => {
    await fill(1_250, 'ended')
    expect(await world().merchant.cleaning.round()).toBe(true)
    // Batches that take no time grow: 10, 20, 40, 80, 160.
    expect(await count('cleaned_at is not null')).toBe(310)
    await cleanAll()
    expect(await count('cleaned_at is null')).toBe(0)
    expect(world().logged.filter((line) => line.includes('"cleaned"'))).toHaveLength(2)
  })

  test('reaches newer sessions although older ones are never over', async () => {
    await fill(1_250, 'open')
    await fill(1, 'ended')
    await cleanAll()

    expect(await count(`cleaned_at is not null`)).toBe(1)
    expect(await world().merchant.cleaning.round()).toBe(false)
  })

  test('makes its batches smaller when the disk is slow, and larger again', async () => {
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

  test('looks again once a day at sessions that were not over when they were due', async () => {
    await fill(1, 'open')
    await world().merchant.cleaning.round()
    await rows(`update payin_checkout.sessions set outcome = 'failed', next_check_at = null`)
    await world().merchant.cleaning.round()
    expect(await count('cleaned_at is not null')).toBe(0)
    await pass(1.01)
    await world().merchant.cleaning.round()
    expect(await count('cleaned_at is not null')).toBe(1)
  })

  test('deletes all keys of a session that has more of them than one statement deletes', async () => {
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

  test('runs with `start` and `tick`, after 400 days by default, and never when it is switched off', async () => {
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
