// A POST is answered in time whatever the database and the service do. Its work is neither lost nor done twice.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { signed } from './fake-service.ts'
import { createWorld, useWorld, type World } from './harness.ts'
import { createGate, createStop, hold } from './instances-world.ts'

const world = useWorld()
const limitMs = 9_000

/** A merchant over the same data, through this database. */
const worldOver = (db: Db): Promise<World> => {
  const { clock, service, logged } = world()
  return createWorld(db, { clock, service, logged })
}

const refusal = (response: Response) => [response.status, response.headers.get('retry-after')]

/** The ids of the requests in the log lines with this event. */
const requestsOf = (event: string) =>
  world()
    .logged.map((line) => JSON.parse(line) as { event: string; request?: string })
    .filter((line) => line.event === event)
    .map(({ request }) => request)

test('a create request that takes too long gets 503, continues, and is the same session when it is repeated', async () => {
  const stop = createStop('from payin_checkout.session_claims')
  const slow = await worldOver(stop.stopping(world().db))
  const key = randomUUID()

  const created = slow.createSession('A-1001', key)
  await stop.reached
  await slow.clock.advance(limitMs)
  const answer = await created
  stop.resume()
  await slow.merchant.background.idle()
  const session = await slow.pay('A-1001', key)

  expect(refusal(answer)).toEqual([503, '1'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(session.redirect_url).toBe(slow.service.only().redirect_url)
  expect(slow.service.creates()).toHaveLength(1)
  // Work that is done after the answer is still logged under its request.
  expect(requestsOf('session_created')).toEqual([answer.headers.get('x-request-id')])
  await slow.merchant.close()
})

test('a webhook that takes too long gets 503, and is stored anyway', async () => {
  const { pay, service, db } = world()
  const { id } = await pay('A-1001')
  const [reached, resumed] = [createGate(), createGate()]
  const slow = await worldOver({
    ...db,
    async query<T extends object>(sql: string, params?: readonly unknown[]) {
      if (sql.includes('payin_checkout.webhook_events')) {
        reached.open()
        await resumed.opened
      }
      return db.query<T>(sql, params)
    },
  })
  service.only().status = 'COMPLETED'

  const sent = slow.webhook(service.only())
  await reached.opened
  await slow.clock.advance(limitMs)
  resumed.open()

  expect(refusal(await sent)).toEqual([503, '1'])
  await slow.merchant.background.idle()
  expect(await (await slow.read(id)).json()).toMatchObject({ outcome: 'complete' })
  await slow.merchant.close()
})

test('work that fails after its create request was answered is logged under that request, and blocks no later one', async () => {
  const { db, clock } = world()
  const [reached, resumed] = [createGate(), createGate()]
  const failing = await worldOver({
    ...db,
    async transaction() {
      reached.open()
      await resumed.opened
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    },
  })

  const created = failing.createSession('A-1001')
  await reached.opened
  await clock.advance(limitMs)
  const answer = await created
  resumed.open()
  await failing.merchant.background.idle()

  expect(refusal(answer)).toEqual([503, '1'])
  expect(requestsOf('database_away')).toEqual([answer.headers.get('x-request-id')])
  expect((await world().createSession('A-1001')).status).toBe(201)
  await failing.merchant.close()
})

test('a server that shuts down waits for a create request that is still in progress after its 503', async () => {
  const stop = createStop('from payin_checkout.session_claims')
  const slow = await worldOver(stop.stopping(world().db))
  const created = slow.createSession('A-1001')
  await stop.reached
  await slow.clock.advance(limitMs)
  await created

  const closed = slow.merchant.close()
  stop.resume()
  await closed

  expect(slow.service.payins.size).toBe(1)
})

test('create requests that go on after their 503 hold up no webhook', async () => {
  const { db, clock, pay, service, order } = world()
  await pay('A-1001')
  const paid = Object.assign(service.only(), { status: 'COMPLETED' })
  let waiting = 0
  const resumed = createGate()
  const slow = await worldOver({
    ...db,
    async transaction(work) {
      if (waiting++ < 20) await resumed.opened
      return db.transaction(work)
    },
  })
  const creates = Array.from({ length: 20 }, (_, n) => slow.createSession(`Q-${n}`))
  await expect.poll(() => waiting).toBe(20)
  await clock.advance(limitMs)
  expect((await Promise.all(creates)).map(({ status }) => status)).toEqual(creates.map(() => 503))

  const { body, signature } = signed(paid)
  const headers = { 'x-webhook-signature': signature }
  const answer = await slow.app.request('/webhooks/payins', { method: 'POST', headers, body })
  expect([answer.status, await order('A-1001')]).toEqual([200, 'paid'])

  resumed.open()
  await slow.merchant.background.idle()
  await slow.merchant.close()
})

test('a held read is not cut off by the deadline', async () => {
  const { pay, move, service, clock } = world()
  const { id } = await pay('A-1001')
  const held = await hold(world(), id, '"2"', 20)
  let isAnswered = false
  void held.answer.then(() => {
    isAnswered = true
  })

  await clock.advance(19_000)
  expect(isAnswered).toBe(false)
  await move(service.only(), 'COMPLETED')

  expect(await (await held.answer).json()).toMatchObject({ outcome: 'complete' })
})

test('a phone that sends its body slowly is not cut off, because the work has not begun', async () => {
  const { app, clock } = world()
  const incoming = { complete: false, destroyed: false }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const init = { method: 'POST', headers, body: readable, duplex: 'half' }

  const created = app.request('/checkout/sessions', init, { incoming })
  await clock.untilSleeping(limitMs)
  await clock.advance(limitMs)
  incoming.complete = true
  await writer.write(new TextEncoder().encode('{"order":"A-1001","kind":"payin"}'))
  await writer.close()

  expect((await created).status).toBe(201)
})

test('a signed webhook in time gets 200, and no deadline is logged', async () => {
  const { pay, service, app } = world()
  await pay('A-1001')
  const { body, signature } = signed(service.only())
  const headers = { 'x-webhook-signature': signature }

  const answer = await app.request('/webhooks/payins', { method: 'POST', headers, body })

  expect([answer.status, requestsOf('deadline_passed')]).toEqual([200, []])
})
