// A process that dies at any step of a create loses no payment and makes no second one.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attemptIdsOf, whoOf } from '../../../src/merchant/session/attempt-ids.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const hour = 3_600_000

/** The rows on disk when the process dies before the service has got anything: a keyed request counts as sent from its claim on. */
async function claimOnly(order: string, key: string): Promise<void> {
  const { createSession, service } = world()
  service.nextCreate('lost_before')
  expect((await createSession(order, key)).status).toBe(503)
}

describe('a crash', () => {
  test('between freeze and send loses nothing: the same key continues the same session', async () => {
    const key = randomUUID()
    await claimOnly('A-1001', key)
    await world().restart()
    const { pay, service, db } = world()
    await pay('A-1001', key)
    expect(service.payins.size).toBe(1)
    expect(await db.query('select attempt from payin_checkout.sessions')).toEqual([{ attempt: 1 }])
  })

  test('does not change the service key of an attempt, so the service returns the same payin', () => {
    const keyOf = (installation: string, order: string, attempt: number) =>
      attemptIdsOf(installation, { kind: 'payin', order, who: 'ada', attempt }).serviceKey
    const key = keyOf('installation', 'A-1001', 1)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keyOf('installation', 'A-1001', 1)).toBe(key)
    const others = [
      keyOf('another', 'A-1001', 1),
      keyOf('installation', 'A-1002', 1),
      keyOf('installation', 'A-1001', 2),
    ]
    expect(new Set([key, ...others]).size).toBe(4)
  })

  test('leaves no request body in the database once the answer is known', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    expect(await db.query('select request_body from payin_checkout.sessions')).toEqual([
      { request_body: null },
    ])
  })
})

describe('a create without an answer', () => {
  test('is not repeated after 20 hours: its payin is looked up and found', async () => {
    const { createSession, pay, service, clock } = world()
    service.nextCreate('lost_after')
    const key = randomUUID()
    await createSession('A-1001', key)
    await clock.advance(20 * hour + 1)
    await pay('A-1001', key)
    expect(service.creates()).toHaveLength(1)
    expect(service.payins.size).toBe(1)
  })

  test('is not repeated after 20 hours: without a payin the attempt expires and a new one starts', async () => {
    const { createSession, pay, service, clock, db } = world()
    service.nextCreate('lost_before')
    await createSession('A-1001')
    await clock.advance(20 * hour + 1)
    await pay('A-1001')
    expect(await db.query('select attempt, outcome from payin_checkout.sessions order by attempt')).toEqual([
      { attempt: 1, outcome: 'expired' },
      { attempt: 2, outcome: 'open' },
    ])
    expect(new Set(service.creates().map(({ key }) => key)).size).toBe(2)
  })

  test('is repeated with the same key within 20 hours', async () => {
    const { createSession, pay, service, clock } = world()
    service.nextCreate('lost_before')
    await createSession('A-1001')
    await clock.advance(19 * hour)
    await pay('A-1001')
    const [first, second] = service.creates()
    expect(second).toEqual(first)
    const [row] = await world().db.query<{ service_key: string }>(
      'select service_key from payin_checkout.sessions',
    )
    const [installation] = await world().db.query<{ id: string }>(
      'select id from payin_checkout.installation',
    )
    const [order] = await world().db.query<{ payer_email: string; placed_at: Date }>(
      `select payer_email, placed_at from orders where id = 'A-1001'`,
    )
    const who = whoOf({ payer: { email: order?.payer_email ?? '' }, placedAt: order?.placed_at ?? null })
    const name = { kind: 'payin', order: 'A-1001', who, attempt: 1 } as const
    expect(row?.service_key).toBe(attemptIdsOf(installation?.id ?? '', name).serviceKey)
  })
})

describe('a create without an answer, while another attempt is authorized,', () => {
  /** Attempt 1 was frozen and perhaps sent. Attempt 2, by card, is being paid. */
  async function authorizedElsewhere(key: string): Promise<string> {
    const { createSession, pay, move, service } = world()
    service.nextCreate('lost_before')
    await createSession('A-1001', key)
    const { id } = await pay('A-1001', undefined, { payment: { method: 'card' } })
    await move(service.only(), 'AUTHORIZED')
    return id
  }

  test('is not repeated by the sweep, because nobody would pay it', async () => {
    await authorizedElsewhere(randomUUID())
    const { service, merchant, clock } = world()
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect(service.payins.size).toBe(1)
  })

  test('is not repeated by another create request, which gets the payment in progress', async () => {
    const key = randomUUID()
    const id = await authorizedElsewhere(key)
    const { pay, service } = world()
    expect([(await pay('A-1001', key)).id, service.payins.size]).toEqual([id, 1])
  })

  test('is still found if it reached the service', async () => {
    const { createSession, pay, move, service, merchant, clock, db } = world()
    service.nextCreate('lost_after')
    await createSession('A-1001')
    const lost = service.only()
    await pay('A-1001', undefined, { payment: { method: 'card' } })
    for (const payin of service.payins.values()) if (payin !== lost) await move(payin, 'AUTHORIZED')
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect(await db.query('select service_id from payin_checkout.sessions where attempt = 1')).toEqual([
      { service_id: lost.id },
    ])
    expect(service.creates()).toHaveLength(2)
  })

  test('is repeated with the same key once the authorized payment fails', async () => {
    const key = randomUUID()
    await authorizedElsewhere(key)
    const { move, service, merchant, clock } = world()
    await move(service.only(), 'FAILED')
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect(service.payins.size).toBe(2)
  })
})
