import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { raise } from '../../../src/merchant/alerts.ts'
import { createApp } from '../../../src/merchant/app.ts'
import { jsonLines, openEvents } from '../../../src/merchant/events.ts'
import type { MerchantEvent } from '../../../src/merchant/log.ts'
import { type PrometheusMetrics, prometheusMetrics } from '../../../src/merchant/prometheus.ts'
import { startExampleShop } from '../../support/example-shop.ts'
import { signed } from './fake-service.ts'
import { apiKey, useWorld } from './harness.ts'

const world = useWorld()
const token = 'metrics_token_canary_0000'
let metrics: PrometheusMetrics
const metricsOnEvent = (own: PrometheusMetrics) => own.onEvent

beforeEach(async () => {
  metrics = await prometheusMetrics()
  const lines = jsonLines((line) => world().logged.push(line))
  const { log, measure } = openEvents([lines, metrics.onEvent])
  await world().restart({ METRICS_TOKEN: token }, { log, measure })
  world().app = createApp(world().merchant, { metrics })
})

const emit = (event: Omit<MerchantEvent, 'time'>) =>
  metrics.onEvent({ time: '2026-11-20T12:00:00Z', ...event })
const ask = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  world().app.request('/metrics', { headers })

/** The values of one metric that are not zero, by their labels. */
async function numbers(name: string): Promise<Record<string, number>> {
  const text = await (await ask()).text()
  const lines = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
  return Object.fromEntries(
    lines
      .filter(([, found, , value]) => found === name && value !== '0')
      .map(([, , labels = '', value]) => [labels.replaceAll('"', ''), Number(value)]),
  )
}

describe('sessions', () => {
  test('count once for each outcome they reach', async () => {
    const { pay, move, service } = world()
    await pay('A-1001')
    for (const status of ['INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED'])
      await move(service.only(), status)
    expect(await numbers('checkout_sessions_total')).toEqual({
      'kind=payin,outcome=open': 1,
      'kind=payin,outcome=authorized': 1,
      'kind=payin,outcome=complete': 1,
    })
    // Each counted change can be found in the log.
    expect(world().logged.filter((line) => /session_(created|changed)/.test(line))).toHaveLength(6)
  })

  test('tell how long after the press they reached an outcome', async () => {
    const { pay, move, service, clock } = world()
    await pay('A-1001')
    await clock.advance(40_000)
    await move(service.only(), 'INITIATED')
    await move(service.only(), 'AUTHORIZED')
    await clock.advance(20_000)
    await move(service.only(), 'COMPLETED')
    expect(await numbers('checkout_time_to_outcome_seconds_sum')).toEqual({
      'kind=payin,outcome=authorized': 40,
      'kind=payin,outcome=complete': 60,
    })
    expect(await numbers('checkout_time_to_outcome_seconds_count')).toEqual({
      'kind=payin,outcome=authorized': 1,
      'kind=payin,outcome=complete': 1,
    })
  })

  test('that were never sent count with their final outcome', async () => {
    world().service.nextCreate(422)
    await world().createSession('A-1001')
    expect(await numbers('checkout_sessions_total')).toEqual({
      'kind=payin,outcome=open': 1,
      'kind=payin,outcome=failed': 1,
    })
  })

  test('that two tabs share count once', async () => {
    await world().pay('A-1001')
    await world().pay('A-1001')
    expect(await numbers('checkout_sessions_total')).toEqual({ 'kind=payin,outcome=open': 1 })
  })

  test('whose outcome came without a webhook are counted, so that an operator notices broken webhooks', async () => {
    const { pay, service, merchant, clock } = world()
    await pay('A-1001')
    service.only().status = 'COMPLETED'
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect(await numbers('checkout_found_by_sweep_total')).toEqual({ 'kind=payin,outcome=complete': 1 })
  })
})

describe('webhooks', () => {
  const send = async (body: string, signature: string) => {
    const headers = { 'x-webhook-signature': signature }
    await world().app.request('/webhooks/payins', { method: 'POST', headers, body })
    await world().merchant.background.idle()
  }

  test('count by their result', async () => {
    const { pay, webhook, service } = world()
    await pay('A-1001')
    await webhook(service.only(), 'INITIATED')
    await webhook(service.only(), 'INITIATED')
    await webhook(service.only(), 'CREATED')
    await webhook(service.only(), 'COMPLETED')
    await webhook({ ...service.only(), id: 'another', return_url: 'https://x.example' })
    const unreadable = signed({ ...service.only(), id: 7 } as never)
    await send(unreadable.body, unreadable.signature)
    await send(unreadable.body, 'ff')
    expect(await numbers('checkout_webhooks_total')).toEqual({
      'kind=payin,result=applied': 1,
      'kind=payin,result=repeated': 1,
      'kind=payin,result=old': 1,
      'kind=payin,result=fetched': 1,
      'kind=payin,result=not_ours': 1,
      'kind=payin,result=unreadable': 1,
      'kind=payin,result=refused': 1,
    })
  })

  test('that are given up are counted, and raise an alert', async () => {
    const { pay, webhook, service, merchant, clock, alerts } = world()
    await pay('A-1001')
    service.down = true
    await webhook(service.only(), 'COMPLETED')
    for (let tries = 0; tries < 20; tries++) {
      await clock.advance(3_600_000)
      await merchant.sweep.runOnce()
    }
    expect(await alerts()).toEqual(['webhook_given_up'])
    expect(await numbers('checkout_webhooks_total')).toEqual({ 'kind=payin,result=given_up': 1 })
    expect(await numbers('checkout_alerts_total')).toEqual({ 'kind=webhook_given_up': 1 })
  })
})

test('alerts count by kind, and each kind is listed before its first alert', async () => {
  const { pay, move, service } = world()
  await pay('A-1001')
  const payin = service.only()
  payin.amount = { value: '1.00', currency: 'EUR' }
  await move(payin, 'COMPLETED')
  expect(await numbers('checkout_alerts_total')).toEqual({ 'kind=amount_differs': 1 })
  expect(await (await ask()).text()).toContain('checkout_alerts_total{kind="paid_twice"} 0')
})

test('open alerts are counted as they are now, also those of before the start', async () => {
  const raiseOne = (detail: string) =>
    raise(world().db, 'webhook_given_up', { session: null }, detail, new Date(world().clock.now()))
  await raiseOne('one')
  await raiseOne('two')
  await world().merchant.sweep.runOnce()
  expect(await numbers('checkout_alerts_open')).toEqual({ '': 2 })
  await world().db.query('update payin_checkout.alerts set settled_at = now() where detail = $1', ['one'])
  await world().merchant.sweep.runOnce()
  expect(await numbers('checkout_alerts_open')).toEqual({ '': 1 })
})

test('calls to the service count by operation and status, with their duration', async () => {
  emit({ event: 'service_called', operation: 'POST /payins', status: 201, ms: 700 })
  emit({ event: 'service_called', operation: 'POST /payins', status: 'no_answer', ms: 4_000 })
  expect(await numbers('checkout_service_calls_total')).toEqual({
    'operation=POST /payins,status=201': 1,
    'operation=POST /payins,status=none': 1,
  })
  const within = await numbers('checkout_service_call_seconds_bucket')
  expect([within['le=0.5,operation=POST /payins'], within['le=1,operation=POST /payins']]).toEqual([
    undefined,
    1,
  ])
})

test('held reads are counted as they are now, not summed up', async () => {
  const { pay, read, clock } = world()
  const { id } = await pay('A-1001')
  const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
  await clock.untilSleeping(20_000)
  expect(await numbers('checkout_held_reads')).toEqual({ '': 1 })
  await clock.advance(20_000)
  await held
  expect(await numbers('checkout_held_reads')).toEqual({})
})

test('answers count by route pattern, method and status class', async () => {
  const { pay, read, app } = world()
  const { id } = await pay('A-1001')
  await read(id)
  await read(id, { 'if-none-match': '"2"' })
  await read('cs_x')
  await app.request('/nowhere', { method: 'PROPFIND' })
  expect(await numbers('checkout_http_answers_total')).toEqual({
    'route=/checkout/sessions,method=POST,status=2xx': 1,
    'route=/checkout/sessions/:id,method=GET,status=2xx': 1,
    'route=/checkout/sessions/:id,method=GET,status=3xx': 1,
    'route=/checkout/sessions/:id,method=GET,status=4xx': 1,
    'route=/*,method=other,status=4xx': 1,
  })
})

test('no label ever holds an id, an order, an address or a secret', async () => {
  const { pay, move, read, app, service } = world()
  const { id } = await pay('A-1001')
  await read(id)
  await move(service.only(), 'COMPLETED')
  await app.request(`/checkout/nowhere/${id}`)
  await app.request(`/${id}`, { method: 'POST' })
  for (const operation of ['payins.get/7a0c', 'A-1001', id, 'ada@shop.example', '10.0.0.1'])
    emit({ event: 'service_called', operation, status: 200, ms: 1 })
  const text = await (await ask()).text()
  for (const canary of [id, 'A-1001', service.only().id, '@', '10.0', '7a0c', 'cs_', token, apiKey])
    expect(text).not.toContain(canary)
  expect(text).toContain('operation="other",status="200"} 5')
})

describe('the metrics', () => {
  test.each([
    ['nothing', {}],
    ['another token', { authorization: 'Bearer metrics_token_canary_0001' }],
    ['a part of it', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['more than it', { authorization: `Bearer ${token}0` }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('answer 401 to %s', async (_what, headers: Record<string, string>) => {
    const response = await ask(headers)
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="metrics"/)
    expect(await response.text()).not.toContain('checkout_')
  })

  test('accept the scheme in any case, and are not cached', async () => {
    const response = await ask({ authorization: `bearer ${token}` })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  test('do not exist without METRICS_TOKEN', async () => {
    await world().restart()
    expect((await ask()).status).toBe(404)
    expect((await ask({ authorization: 'Bearer null' })).status).toBe(404)
  })

  test.each([
    ['as an option', []],
    ['as an option, and its handler in onEvent', [metricsOnEvent]],
  ] as const)(
    'given %s, they count each event once',
    async (_, onEvent) => {
      const own = await prometheusMetrics()
      const shop = await startExampleShop(
        { METRICS_TOKEN: token },
        { metrics: own, onEvent: onEvent.map((of) => of(own)) },
      )
      onTestFinished(() => shop.close())
      await fetch(`http://127.0.0.1:${shop.port}/nowhere`)
      const answer = await fetch(`http://127.0.0.1:${shop.port}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await answer.text()).toMatch(
        /^checkout_http_answers_total\{route="\/\*",method="GET",status="4xx"\} 1$/m,
      )
    },
    60_000,
  )
})

test('docs/metrics.md lists every metric with its type and labels, and no other', async () => {
  const docs = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8')
  const rows = [...docs.matchAll(/^\| `(checkout_\w+)` \| (\w+) \| ([^|]*)\|/gm)]
  const documented = rows.map(
    ([, name, type, labels]) => `${name} ${type} ${labels?.replaceAll('`', '').trim()}`,
  )
  const all = metrics.registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[]
  const types = await metrics.registry.getMetricsAsJSON()
  const there = all.map(({ name, labelNames }) => {
    const { type } = types.find((metric) => metric.name === name) ?? {}
    return `${name} ${type} ${labelNames.filter((label) => label !== 'le').join(', ')}`
  })
  expect(documented.sort()).toEqual(there.sort())
})
