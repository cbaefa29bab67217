// Metrics and traces as a shop has them: two lines beside `createMerchant`, on a database and with the sandbox as service.
// Two instances of the shop share both: one creates, the other hears of the money.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import type { Session } from 'payin-checkout/server'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../demo/sandbox/start-sandbox.ts'
import {
  createMerchant,
  type MerchantOptions,
  type MerchantServer,
  migrate,
  type OnEvent,
  type Orders,
  type Store,
} from '../../../src/merchant/index.ts'
import { openTelemetryMetrics, openTelemetryTraces } from '../../../src/merchant/opentelemetry.ts'
import { prometheusMetrics } from '../../../src/merchant/prometheus.ts'
import { openEmptyDatabase } from '../../support/empty-database.ts'

const origin = 'http://localhost:4000'
let sandbox: RunningSandbox
let store: Store
let shipped: string[]
let started: MerchantServer[]
/** Who gets the webhooks. */
let hooked: MerchantServer | undefined

beforeEach(async () => {
  started = []
  shipped = []
  sandbox = await startSandbox({
    port: 0,
    rateLimit: 0,
    fetch: async (url, init) => {
      if (!hooked) throw new Error('Nobody is there.')
      return hooked.fetch(new Request(String(url), init))
    },
  })
  store = await openEmptyDatabase()
  await migrate(store)
})
afterEach(async () => {
  await Promise.all(started.map((merchant) => merchant.close()))
  await store.close()
  await sandbox.close()
})

/** A shop with one order, in memory. */
function orders(): Orders {
  let paidBy = ''
  return {
    quote: async (order) => ({
      reference: order,
      amount: { value: '49.90', currency: 'EUR' },
      payer: { email: 'ada@shop.example' },
    }),
    lock: async () => (paidBy ? 'paid' : 'unpaid'),
    async markPaid(_tx, { session }) {
      paidBy ||= session
      return paidBy === session ? 'paid' : 'paid_by_another'
    },
    async fulfil({ subject }) {
      shipped.push(subject)
    },
  }
}

/** An instance of the shop. */
async function start(onEvent: MerchantOptions['onEvent'], path = ''): Promise<MerchantServer> {
  const service = {
    baseUrl: sandbox.origin,
    apiKey: 'test_sandbox',
    webhookSecrets: 'sandbox_webhook_secret',
  }
  const merchant = await createMerchant({
    service,
    publicUrl: origin + path,
    store,
    orders: orders(),
    onEvent,
  })
  started.push(merchant)
  return merchant
}

async function press(merchant: MerchantServer, path = ''): Promise<Session> {
  const response = await merchant.fetch(
    new Request(`${origin}${path}/checkout/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ order: 'A-1' }),
    }),
  )
  expect(response.status).toBe(201)
  return (await response.json()) as Session
}

/** The shopper has paid: the service says so. */
async function pay(): Promise<void> {
  for (const { id } of sandbox.service.payins.list())
    await fetch(`${sandbox.origin}/sandbox/payins/${id}/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'COMPLETED' }),
    })
  await expect.poll(() => shipped).toEqual(['A-1'])
}

const rowOf = async () => {
  const [row] = await store.query<{ id: string }>('select id from payin_checkout.sessions')
  return row?.id ?? 'none'
}

describe('traces', () => {
  async function tracing() {
    const exporter = new InMemorySpanExporter()
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
    const traces = await openTelemetryTraces({ tracerProvider })
    return { ...traces, spans: () => exporter.getFinishedSpans() }
  }
  const named = (spans: readonly ReadableSpan[], name: string) => {
    const found = spans.find((span) => span.name === name)
    if (!found) throw new Error(`Nothing is named ${name}: ${spans.map((span) => span.name).join(', ')}`)
    return found
  }
  const idOf = (span: ReadableSpan) => span.spanContext().spanId
  const at = ([seconds, nanoseconds]: [number, number]) => seconds * 1_000 + nanoseconds / 1e6

  test.each(['one instance', 'two instances'])(
    'show a payment on %s as one trace, from the press to the parcel',
    async (how) => {
      const a = await tracing()
      const b = how === 'one instance' ? a : await tracing()
      const first = await start(a.onEvent)
      hooked = how === 'one instance' ? first : await start(b.onEvent)
      const session = await press(first)
      await pay()
      await expect.poll(() => b.spans().map(({ name }) => name)).toContain('fulfil order_paid')

      const create = named(a.spans(), 'POST /checkout/sessions')
      const call = named(a.spans(), 'POST /payins')
      const webhook = named(b.spans(), 'POST /webhooks/payins')
      const complete = named(b.spans(), 'session complete')
      const work = b.spans().find((span) => idOf(span) === complete.parentSpanContext?.spanId)
      const fulfil = named(b.spans(), 'fulfil order_paid')
      expect(call.parentSpanContext?.spanId).toBe(idOf(create))
      expect(work?.name).toBe('webhook payin')
      expect(named(b.spans(), 'GET /payins/:id').parentSpanContext?.spanId).toBe(idOf(work as ReadableSpan))
      const all = [...new Set([...a.spans(), ...b.spans()])]
      const traceId = a.traceIdOf(await rowOf())
      expect(new Set(all.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
      const payment = create.parentSpanContext
      expect(payment).toMatchObject({ traceId, isRemote: true })
      for (const part of [webhook, fulfil])
        expect(part.parentSpanContext).toMatchObject({ spanId: payment?.spanId })

      // Each within its own time, and a call within its request's.
      for (const { duration } of all) expect(at(duration)).toBeGreaterThanOrEqual(0)
      expect(at(call.startTime)).toBeGreaterThanOrEqual(at(create.startTime))
      expect(at(call.endTime)).toBeLessThanOrEqual(at(create.endTime))
      expect(at(webhook.startTime)).toBeGreaterThanOrEqual(at(create.startTime))
      expect(create.attributes).toEqual({
        'http.request.method': 'POST',
        'http.route': '/checkout/sessions',
        'http.response.status_code': 201,
        'checkout.kind': 'payin',
        'checkout.attempt': 1,
      })
      expect(call.attributes).toEqual({
        'http.request.method': 'POST',
        'url.template': '/payins',
        'http.response.status_code': 201,
      })

      // No id of anything, and nobody.
      const written = JSON.stringify(
        all.map(({ name, attributes, events, links }) => [name, attributes, events, links]),
      )
      const [{ id: payin = 'none' } = {}] = sandbox.service.payins.list()
      for (const secret of [session.id, await rowOf(), payin, 'A-1', 'ada@', 'test_sandbox', 'localhost'])
        expect(written).not.toContain(secret)
    },
  )

  test('show nothing of reads, of which a page makes hundreds', async () => {
    const a = await tracing()
    const merchant = await start(a.onEvent)
    const { id } = await press(merchant)
    const before = a.spans().length
    for (let n = 0; n < 20; n++) await merchant.fetch(new Request(`${origin}/checkout/sessions/${id}`))
    expect(a.spans()).toHaveLength(before)
  })

  test('cost nothing where nobody records: the API alone does nothing', async () => {
    const { onEvent } = await openTelemetryTraces()
    hooked = await start(onEvent)
    await press(hooked)
    await pay()
  })
})

describe('numbers', () => {
  /** What was counted of a payment from the press to the parcel, by those who count in their own way. */
  async function paymentCountedBy(onEvent: MerchantOptions['onEvent']): Promise<void> {
    hooked = await start(onEvent)
    const { id } = await press(hooked)
    await hooked.fetch(new Request(`${origin}/checkout/sessions/${id}`))
    await pay()
    await hooked.close()
  }

  test('of Prometheus and OpenTelemetry are the same, told side by side', async () => {
    const prometheus = await prometheusMetrics()
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
    const meterProvider = new MeterProvider({ readers: [reader] })
    const openTelemetry = await openTelemetryMetrics({ meterProvider })
    await paymentCountedBy([prometheus.onEvent, openTelemetry.onEvent])
    await reader.forceFlush()
    const metrics =
      exporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
    await meterProvider.shutdown()

    const ofOpenTelemetry = metrics
      .filter(({ descriptor }) => descriptor.name !== 'checkout.service.call')
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => [descriptor.name.replaceAll('.', '_'), attributes, value]),
      )
    const ofPrometheus = (await prometheus.registry.getMetricsAsJSON())
      .filter(({ name }) => name !== 'checkout_service_call_seconds' && name !== 'checkout_held_reads')
      .flatMap(({ name, values }) =>
        values.map(({ labels, value }) => [name.replace(/_total$/, ''), labels, value]),
      )
    const inOrder = (all: unknown[]) => all.map((each) => JSON.stringify(each)).sort()
    expect(inOrder(ofOpenTelemetry)).toEqual(inOrder(ofPrometheus))
    expect(inOrder(ofPrometheus)).toEqual(
      expect.arrayContaining([
        '["checkout_sessions",{"kind":"payin","outcome":"complete"},1]',
        '["checkout_fulfilments",{"kind":"order_paid","result":"done"},1]',
        '["checkout_service_calls",{"operation":"POST /payins","status":201},1]',
        '["checkout_http_answers",{"route":"/checkout/sessions/:id","method":"GET","status":"2xx"},1]',
      ]),
    )
    const seconds = metrics.find(({ descriptor }) => descriptor.name === 'checkout.service.call')
    expect(seconds?.descriptor).toMatchObject({ unit: 's' })
    const docs = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8')
    const told = [...docs.matchAll(/`(checkout\.[\w.]+)`/g)].map(([, name]) => name)
    // Nothing was held, so that number has not been told yet.
    const made = [...metrics.map(({ descriptor }) => descriptor.name), 'checkout.held_reads']
    expect(told.sort()).toEqual([...new Set(made)].sort())
  })

  test('go into the registry that the shop has already, once', async () => {
    const registry = new Registry()
    const metrics = await prometheusMetrics({ registry })
    await paymentCountedBy(metrics.onEvent)
    expect(metrics.registry).toBe(registry)
    expect(await registry.metrics()).toContain('checkout_sessions_total{kind="payin",outcome="complete"} 1')
    expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/)
    await expect(prometheusMetrics({ registry })).rejects.toThrow(
      /Call prometheusMetrics once for each registry/,
    )
  })

  test('of a process are there where they are asked for', async () => {
    const registry = new Registry()
    expect(await (await prometheusMetrics()).text()).not.toContain('process_')
    expect(await (await prometheusMetrics({ registry, process: true })).text()).toContain(
      'process_cpu_seconds_total',
    )
    registry.clear()
  })

  test('have few labels, whatever an event says, and a clock that is set back takes nothing away', async () => {
    const metrics = await prometheusMetrics()
    const time = '2026-11-20T12:00:00Z'
    const before = (await metrics.text()).split('\n').length
    const tell: OnEvent = metrics.onEvent
    for (let n = 0; n < 300; n++) {
      const canary = `canary ${n}`
      for (const event of [
        'session_created',
        'webhook_done',
        'alert',
        'fulfilled',
        'found_by_sweep',
        'constructor',
      ])
        tell({ time, event, kind: canary, outcome: canary, result: canary })
      tell({ time, event: 'request', route: canary, method: canary, status: 200 })
      tell({ time, event: 'service_called', operation: canary, status: canary, ms: -60_000 })
    }
    const text = await metrics.text()
    expect(text).not.toContain('canary')
    expect(text.split('\n').length - before).toBeLessThan(30)
    expect(text).toContain('checkout_service_call_seconds_sum{operation="other"} 0')
  })
})

test.each(['', '/pay'])(
  'a read of a session is one event, also of a merchant under the path %j',
  async (path) => {
    const heard: string[] = []
    const merchant = await start(({ event }) => heard.push(event), path)
    const { id } = await press(merchant, path)
    heard.length = 0
    await merchant.fetch(new Request(`${origin}${path}/checkout/sessions/${id}`))
    expect(heard).toEqual(['request'])
  },
)

test('a handler that throws at each event ends no payment, with metrics and traces beside it', async () => {
  const metrics = await prometheusMetrics()
  const lines: string[] = []
  const before = console.log
  console.log = (line: string) => lines.push(line)
  try {
    hooked = await start([
      () => {
        throw new Error('The exporter is gone.')
      },
      metrics.onEvent,
    ])
    await press(hooked)
    await pay()
    await hooked.close()
  } finally {
    console.log = before
  }
  expect(lines.join('\n')).toContain('on_event_failed')
  expect(await metrics.text()).toContain('checkout_sessions_total{kind="payin",outcome="complete"} 1')
})
