import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { HttpProblem } from '../../../src/merchant/http/problems.ts'
import { createLog } from '../../../src/merchant/log.ts'
import { monitoringRoutes } from '../../../src/merchant/routes/monitoring.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { createFakeClock } from '../server/fake-clock.ts'

/** A server over a database whose answers the test gives. */
function createProbedServer(query: () => Promise<object[]>) {
  const clock = createFakeClock()
  const logged: string[] = []
  let asked = 0
  const db = {
    query: () => {
      asked++
      return query()
    },
  }
  const orders = { failing: () => [] }
  const merchant = {
    config: readSettings({}, {}),
    orders,
    clock,
    log: createLog((line) => logged.push(line)),
  }
  const app = new Hono()
  app.onError((error, c) => (error instanceof HttpProblem ? error.toResponse(c) : c.text('', 500)))
  app.route(
    '/',
    monitoringRoutes({ ...merchant, notifications: { size: 0 } } as never, undefined, () => db.query()),
  )
  return { clock, logged, asked: () => asked, probe: async () => app.request('/healthz') }
}

test('a server whose database answers is healthy, and no proxy caches that', async () => {
  const { probe } = createProbedServer(async () => [{}])
  const response = await probe()
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a database that answers with an error makes the server unhealthy, and the log says why', async () => {
  const { probe, logged } = createProbedServer(async () => {
    throw new Error('too many clients')
  })
  const response = await probe()
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(response.headers.get('retry-after')).toBe('1')
  expect(await response.text()).not.toContain('clients')
  expect(logged.join()).toContain('too many clients')
})

test('a database that hangs makes the server unhealthy within two seconds, instead of hanging the probe', async () => {
  const { probe, clock } = createProbedServer(() => new Promise(() => {}))
  const answer = probe()
  await clock.untilSleeping(2_000)
  await clock.advance(2_000)
  expect((await answer).status).toBe(503)
})

test('probes of a database that hangs take one connection, not one each', async () => {
  const { probe, clock, asked } = createProbedServer(() => new Promise(() => {}))
  const answers = [probe(), probe(), probe()]
  await clock.untilSleeping(2_000)
  expect(asked()).toBe(1)
  await clock.advance(2_000)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503, 503])
})

test('a server is healthy again as soon as its database is', async () => {
  let hangs = true
  const { probe, clock } = createProbedServer(() => (hangs ? new Promise(() => {}) : Promise.resolve([{}])))
  const first = probe()
  await clock.untilSleeping(2_000)
  await clock.advance(2_000)
  await first
  hangs = false
  expect((await probe()).status).toBe(200)
})
