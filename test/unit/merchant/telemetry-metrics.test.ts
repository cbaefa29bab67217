// Metrics as a shop has them, and what handlers of events may and may not do to a payment.
import { readFile } from 'node:fs/promises'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import type { MerchantOptions, OnEvent } from '../../../src/merchant/index.ts'
import { openTelemetryMetrics } from '../../../src/merchant/opentelemetry.ts'
import { prometheusMetrics } from '../../../src/merchant/prometheus.ts'
import { origin, useTelemetryShop } from './telemetry-shop.ts'

const shop = useTelemetryShop()
const { start, createSession, pay } = shop

describe('metrics', () => {
  /** Counts one payment, from the create request to the parcel, with these handlers. */
  async function paymentCountedBy(onEvent: MerchantOptions['onEvent']): Promise<void> {
    shop.webhookReceiver = await start(onEvent)
    const { id } = await createSession(shop.webhookReceiver)
    await shop.webhookReceiver.fetch(new Request(`${origin}/checkout/sessions/${id}`))
    await pay()
    await shop.webhookReceiver.close()
  }

  test('of Prometheus and OpenTelemetry are the same, side by side', async () => {
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
      .filter(({ descriptor }) => descriptor.unit !== 's')
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => [descriptor.name.replaceAll('.', '_'), attributes, value]),
      )
    const ofPrometheus = (await prometheus.registry.getMetricsAsJSON())
      .filter(({ name }) => !name.endsWith('_seconds') && name !== 'checkout_held_reads')
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
    const [ofMetrics = ''] = docs.split('## Spans')
    const documented = [...ofMetrics.matchAll(/`(checkout\.[\w.]+)`/g)].map(([, name]) => name)
    // No read was held, so that metric does not exist yet.
    const made = [...metrics.map(({ descriptor }) => descriptor.name), 'checkout.held_reads']
    expect(documented.sort()).toEqual([...new Set(made)].sort())
  })

  test('go into the registry that the shop already has, once', async () => {
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

  test('of the process are there on request', async () => {
    const registry = new Registry()
    expect(await (await prometheusMetrics()).text()).not.toContain('process_')
    expect(await (await prometheusMetrics({ registry, process: true })).text()).toContain(
      'process_cpu_seconds_total',
    )
    registry.clear()
  })

  test('have few labels, whatever an event says, and a clock that is set back subtracts nothing', async () => {
    const metrics = await prometheusMetrics()
    const time = '2026-11-20T12:00:00Z'
    const before = (await metrics.text()).split('\n').length
    const emit: OnEvent = metrics.onEvent
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
        emit({ time, event, kind: canary, outcome: canary, result: canary })
      emit({ time, event: 'request', route: canary, method: canary, status: 200 })
      emit({ time, event: 'service_called', operation: canary, status: canary, ms: -60_000 })
    }
    const text = await metrics.text()
    expect(text).not.toContain('canary')
    expect(text.split('\n').length - before).toBeLessThan(30)
    expect(text).toContain('checkout_service_call_seconds_sum{operation="other"} 0')
  })
})

test.each(['', '/pay'])(
  'a read of a session is one event, also for a merchant under the path %j',
  async (path) => {
    const emitted: string[] = []
    const merchant = await start(({ event }) => emitted.push(event), path)
    const { id } = await createSession(merchant, path)
    emitted.length = 0
    await merchant.fetch(new Request(`${origin}${path}/checkout/sessions/${id}`))
    expect(emitted).toEqual(['request'])
  },
)

test('a handler that throws at each event stops no payment, with metrics beside it', async () => {
  const metrics = await prometheusMetrics()
  const lines: string[] = []
  const before = console.log
  console.log = (line: string) => lines.push(line)
  try {
    shop.webhookReceiver = await start([
      () => {
        throw new Error('The exporter is gone.')
      },
      metrics.onEvent,
    ])
    await createSession(shop.webhookReceiver)
    await pay()
    await shop.webhookReceiver.close()
  } finally {
    console.log = before
  }
  expect(lines.join('\n')).toContain('on_event_failed')
  expect(await metrics.text()).toContain('checkout_sessions_total{kind="payin",outcome="complete"} 1')
})
