// Held reads cost memory while they last. A client with thousands of them gets answers at once and has to poll.
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import { createHeldReadSlots } from '../../../src/merchant/long-poll/held-read-slots.ts'
import { createListener, type Listener } from '../../../src/merchant/node/listener.ts'
import { turns } from '../../support/timeline.ts'
import { useWorld } from './harness.ts'

const world = useWorld({ environment: { CLIENT_ADDRESS_HEADER: 'X-Real-IP' } })

/** A read that is held until the session changes. */
const hold = async (id: string, address: string, waitSeconds = 20) =>
  world().app.request(`/checkout/sessions/${id}`, {
    headers: { 'x-real-ip': address, 'if-none-match': '"2"', prefer: `wait=${waitSeconds}` },
  })

const answerOf = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('preference-applied')]
}

/** Resolves once so many reads are held. */
async function untilHeld(count: number): Promise<void> {
  await expect.poll(() => world().merchant.notifications.size).toBe(count)
}

describe('reads of one session by one address', () => {
  test('are held sixteen at a time; the others are answered at once, without Preference-Applied', async () => {
    const { pay, move, service } = world()
    const { id } = await pay('A-1001')
    const held = Array.from({ length: 16 }, () => hold(id, '203.0.113.1'))
    await untilHeld(16)
    for (let n = 0; n < 3_000; n++) expect(await answerOf(hold(id, '203.0.113.1'))).toEqual([304, null])
    await untilHeld(16)
    await move(service.only(), 'COMPLETED')
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('take no place from another address or from another session at the same address', async () => {
    const { pay } = world()
    const first = await pay('A-1001')
    const second = await pay('A-1002')
    for (let n = 0; n < 20; n++) void hold(first.id, '203.0.113.1')
    await untilHeld(16)
    void hold(first.id, '203.0.113.2')
    void hold(second.id, '203.0.113.1')
    await untilHeld(18)
  })

  test('free their places after their time, after a change, and when the client disconnects', async () => {
    const { pay, move, clock, service, app } = world()
    const { id } = await pay('A-1001')
    const fill = () => Array.from({ length: 16 }, () => hold(id, '203.0.113.1'))
    const first = fill()
    await untilHeld(16)
    await clock.advance(20_000)
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(16).fill(304))

    const gone = new AbortController()
    const headers = { 'x-real-ip': '203.0.113.1', 'if-none-match': '"2"', prefer: 'wait=20' }
    for (let n = 0; n < 16; n++)
      void app.request(`/checkout/sessions/${id}`, { headers, signal: gone.signal })
    await untilHeld(16)
    gone.abort()
    await untilHeld(0)

    const last = fill()
    await untilHeld(16)
    await move(service.only(), 'COMPLETED')
    expect((await Promise.all(last)).map(({ status }) => status)).toEqual(Array(16).fill(200))
    await untilHeld(0)
  })

  test('free their places when the database fails', async () => {
    const { pay, merchant, clock } = world()
    const { id } = await pay('A-1001')
    const readUncached = merchant.reader.readUncached
    merchant.reader.readUncached = () => Promise.reject(new Error('no'))
    const held = Array.from({ length: 16 }, () => hold(id, '203.0.113.1'))
    await untilHeld(16)
    await world().db.query(`update payin_checkout.sessions set version = version + 1, status = 'INITIATED'`)
    await clock.advance(5_000)
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([500]))
    merchant.reader.readUncached = readUncached
    await world().db.query('update payin_checkout.sessions set version = version - 1')
    await clock.advance(2_000)
    void hold(id, '203.0.113.1')
    await untilHeld(1)
  })
})

describe('reads by one address', () => {
  test('have a limit across all sessions, and so have the reads of all addresses', async () => {
    world().app = createApp(world().merchant, { heldReads: { byAddress: 3, ofAll: 5 } })
    const ids = await Promise.all(
      ['A-1001', 'A-1002', 'A-1003'].map(async (order) => (await world().pay(order)).id),
    )
    const [first = '', second = '', third = ''] = ids
    for (const id of [first, first, second]) void hold(id, '203.0.113.1')
    await untilHeld(3)
    expect(await answerOf(hold(third, '203.0.113.1'))).toEqual([304, null])
    for (const id of [first, second]) void hold(id, '203.0.113.2')
    await untilHeld(5)
    expect(await answerOf(hold(third, '203.0.113.3'))).toEqual([304, null])
  })

  test('are counted while they last, and nothing stays in memory afterwards', () => {
    const places = createHeldReadSlots({ bySession: 2, byAddress: 3, ofAll: 100 })
    const leave = [1, 2, 3, 4].map((n) => places.take('a', `session ${n % 2}`))
    expect(leave.map((place) => place !== null)).toEqual([true, true, true, false])
    for (const each of leave) each?.()
    expect(places.size).toBe(0)
  })
})

describe('with real connections', () => {
  let listener: Listener
  const sockets = new Set<Socket>()
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await listener.close()
  })

  test('clients that disconnect leave their places to others', async () => {
    const { id } = await world().pay('A-1001')
    listener = createListener(world().app.fetch, { drainMs: 50 })
    const port = await listener.listen('127.0.0.1', 0)
    const request = `GET /checkout/sessions/${id} HTTP/1.1\r\nHost: shop\r\nX-Real-IP: 203.0.113.1\r\nIf-None-Match: "2"\r\nPrefer: wait=20\r\n\r\n`
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 100; n++)
        sockets.add(
          connect(port, '127.0.0.1', function (this: Socket) {
            this.write(request)
          }).on('error', () => undefined),
        )
      await untilHeld(16)
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await untilHeld(0)
      await turns(1)
    }
  })
})
