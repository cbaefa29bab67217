// The shop while the service refuses calls because of their number.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createMerchant } from '../../support/example-merchant.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

describe('during a pause', () => {
  test('a create request gets 503 with Retry-After without a call, and its retry gets its session with one payin', async () => {
    const { createSession, pay, service, clock } = world()
    const key = randomUUID()
    service.nextCreate(429)
    await createSession('A-1002')
    const during = await createSession('A-1001', key)
    expect([during.status, during.headers.get('retry-after')]).toEqual([503, '1'])
    expect(service.calls).toHaveLength(1)

    await clock.advance(1_000)
    const session = await pay('A-1001', key)

    expect(await pay('A-1001', key)).toEqual(session)
    expect(service.only().reference).toBe('A-1001')
    // The create, and one read because the unsent attempt might have been paid.
    expect(service.calls).toHaveLength(3)
  })

  test('a shopper whose server retries notices nothing', async () => {
    await world().restart({}, { retry: {} })
    const { pay, service, clock } = world()
    service.nextCreate(429)
    const session = pay('A-1001')
    // The client's shortest delay, then the rest of the service's pause. No longer, because a create request has a deadline.
    for (const pauseMs of [500, 1_000]) {
      await clock.untilSleeping(pauseMs)
      await clock.advance(pauseMs)
    }
    expect((await session).outcome).toBe('open')
    expect([service.payins.size, service.calls.length]).toEqual([1, 2])
  })

  test('a create request at any instance is held back, too, when a webhook’s call met the limit', async () => {
    const { pay, createSession, move, service, restart } = world()
    await pay('A-1001')
    service.nextRead(429)
    await move(service.only(), 'COMPLETED')
    await restart()
    expect((await createSession('A-1002')).status).toBe(503)
    expect(service.calls).toHaveLength(2)
  })
})

describe('just after a pause', () => {
  test('create requests and reads for webhooks are sent at once, while lists wait', async () => {
    const { pay, createSession, move, service, clock, app, order } = world()
    await pay('A-1001')
    service.nextCreate(429)
    await createSession('A-1002')
    await clock.advance(1_000)
    const before = service.calls.length

    const banks = await app.request('/checkout/banks')
    expect([banks.status, service.calls.length]).toEqual([503, before])
    await move(service.only(), 'COMPLETED')
    expect(await order('A-1001')).toBe('paid')
    await pay('A-1002')
  })

  test('the sweep waits, and continues as soon as it may instead of a whole interval later', async () => {
    const { pay, createSession, service, clock, merchant, order } = world()
    await pay('A-1001')
    service.only().status = 'COMPLETED'
    await clock.advance(30_000)
    service.nextCreate(429)
    await createSession('A-1002')
    await clock.advance(1_000)
    const before = service.calls.length
    await merchant.sweep.runOnce()
    expect(service.calls).toHaveLength(before)

    await clock.advance(10_000)
    await merchant.sweep.runOnce()
    expect(await order('A-1001')).toBe('paid')
  })

  test('a read that a shopper waits for is sent too', async () => {
    const { pay, createSession, service, clock } = world()
    const { id } = await pay('A-1001')
    service.only().status = 'COMPLETED'
    await clock.advance(16 * 60_000)
    service.nextCreate(429)
    await createSession('A-1002')
    await clock.advance(1_000)
    expect(await pay('A-1001')).toMatchObject({ id, outcome: 'complete' })
  })
})

test('a shopper’s read does not wait behind a read of the sweep', async () => {
  const { pay, service, clock, merchant } = world()
  const { id } = await pay('A-1001')
  await clock.advance(16 * 60_000)
  let open: () => void = () => undefined
  service.gates.push(
    new Promise((resolve) => {
      open = resolve
    }),
  )
  service.only().status = 'COMPLETED'
  const round = merchant.sweep.runOnce()
  await expect.poll(() => service.gates).toHaveLength(0)
  expect(await pay('A-1001')).toMatchObject({ id, outcome: 'complete' })
  open()
  await round
})

test('each call to the service is measured', async () => {
  const measured: unknown[] = []
  await world().restart({}, { measure: (event, fields) => measured.push({ event, ...fields }) })
  await world().pay('A-1001')
  expect(measured).toContainEqual({
    event: 'service_called',
    operation: 'POST /payins',
    status: 201,
    ms: 0,
  })
})

test('a closed merchant no longer listens to any channel', async () => {
  const { db, clock, service, merchant } = world()
  const listening = new Set<string>()
  const listen: Db['listen'] = async (channel, listener) => {
    const stop = await db.listen(channel, listener)
    listening.add(channel)
    return async () => {
      listening.delete(channel)
      await stop()
    }
  }
  const another = await createMerchant(merchant.config, { ...db, listen }, { clock, fetch: service.fetch })
  expect(listening.size).toBeGreaterThan(1)
  await another.close()
  expect([...listening]).toEqual([])
})
