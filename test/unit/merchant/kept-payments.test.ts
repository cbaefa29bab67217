// What cleaning never touches: payments that are not over, and whatever a person must still look at.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useCleaning } from './cleaning-world.ts'
import { signed } from './fake-service.ts'

const { world, rows, environment, pass, clean, cleanAll, areCleaned, paid, failed, post } = useCleaning()

describe('cleaning keeps', () => {
  const kept = async (days = 5_000) => {
    await clean(days)
    return !(await areCleaned()).includes(true)
  }

  test('a session that is open at the service', async () => {
    const { id } = await world().pay('A-1001')
    expect(await kept()).toBe(true)
    expect((await world().read(id)).status).toBe(200)
  })

  test('an authorized session', async () => {
    await world().pay('A-1001')
    await world().move(world().service.only(), 'AUTHORIZED')
    expect(await kept()).toBe(true)
  })

  test('a session that counts as paid before its status is final', async () => {
    await world().restart({ ...environment, COMPLETE_ON: 'AUTHORIZED' })
    await world().pay('A-1001')
    await world().move(world().service.only(), 'AUTHORIZED')
    expect([await world().order('A-1001'), await kept()]).toEqual(['paid', true])
  })

  test.each(['open', 'authorized'])(
    'a session that is %s but, by some mistake, not followed',
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

  test('a session with a recorded mismatch, even without its alert', async () => {
    await failed()
    await rows(`update payin_checkout.sessions set doubt = 'another amount'`)
    expect(await kept()).toBe(true)
  })

  test('an unfulfilled order and the session that paid for it', async () => {
    await paid()
    await rows('update payin_checkout.outbox set done_at = null, next_try_at = $$3000-01-01$$')
    expect([await kept(), await rows('select id from payin_checkout.outbox')]).toMatchObject([true, [{}]])
    await rows(`update payin_checkout.outbox set next_try_at = '2000-01-01'`)
    await world().merchant.outbox.dispatchDue()
    expect(await kept(29)).toBe(true)
    expect(await kept(1)).toBe(false)
  })

  test('an unprocessed webhook and its session', async () => {
    await failed()
    await rows(
      `update payin_checkout.webhook_events set processed_at = null, next_try_at = '3000-01-01' where status = 'FAILED'`,
    )
    expect([await kept(), await rows('select status from payin_checkout.webhook_events')]).toEqual([
      true,
      [{ status: 'FAILED' }],
    ])
  })

  test('a create without an answer, because its webhook may still come and names only the session', async () => {
    const { service } = world()
    service.nextCreate('lost_before', 'lost_before')
    expect((await world().createSession('A-1001')).status).toBe(503)
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

  test('the hash of a dispute and of a webhook that was given up, alerts, and a payout’s reference', async () => {
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
      await rows('select status, result from payin_checkout.webhook_events order by received_at'),
    ).toMatchObject([{ status: 'DISPUTED' }, { result: 'given_up' }])
    expect(await world().alerts()).toEqual(expect.arrayContaining(alerts))
    expect(await rows('select id from payin_checkout.payouts')).toHaveLength(1)
  })
})
