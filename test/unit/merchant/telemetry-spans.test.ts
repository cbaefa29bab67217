// Spans as a shop has them: in its own trace, with words of ours only.
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, describe, expect, test } from 'vitest'
import type { MerchantEvent } from '../../../src/merchant/log.ts'
import { openTelemetrySpans } from '../../../src/merchant/opentelemetry.ts'
import { readDocument } from '../../support/documents.ts'
import { useTelemetryShop } from './telemetry-shop.ts'

async function recording() {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const { onEvent } = await openTelemetrySpans({ tracerProvider })
  const spans = () => exporter.getFinishedSpans()
  return {
    onEvent,
    spans,
    emit: (event: string, fields: Omit<MerchantEvent, 'time' | 'event'> = {}) =>
      onEvent({ time: '2026-11-20T12:00:01.000Z', event, ...fields }),
    named(name: string) {
      const found = spans().filter((span) => span.name === name)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} spans are named ${name}.`)
      return found[0]
    },
  }
}
const ms = ([seconds, nanoseconds]: [number, number]) => seconds * 1_000 + nanoseconds / 1e6

describe('a payment', () => {
  const shop = useTelemetryShop()

  test('makes spans of its calls, its webhook, its outcomes and its fulfilment, and names nobody', async () => {
    const { onEvent, spans, named } = await recording()
    shop.webhookReceiver = await shop.start(onEvent)
    const session = await shop.createSession(shop.webhookReceiver)
    await shop.pay()
    await expect.poll(() => spans().map(({ name }) => name)).toContain('webhook payin')
    await expect.poll(() => spans().map(({ name }) => name)).toContain('fulfil order_paid')

    expect(named('POST /payins').attributes).toEqual({
      'http.request.method': 'POST',
      'url.template': '/payins',
      'http.response.status_code': 201,
    })
    expect(named('session complete').attributes).toEqual({
      'checkout.kind': 'payin',
      'checkout.was': 'open',
      'checkout.outcome': 'complete',
      'checkout.status': 'COMPLETED',
      'checkout.source': 'webhook',
    })
    expect(named('fulfil order_paid').attributes).toEqual({ 'checkout.attempt': 1 })
    const [, documented = ''] = /^## Spans$([\s\S]+?)^## /m.exec(readDocument('docs/metrics.md')) ?? []
    const own = (text: string) => new Set(text.match(/checkout\.\w+/g))
    expect(own(documented)).toEqual(own(JSON.stringify(spans().map(({ attributes }) => attributes))))
    for (const { duration } of spans()) expect(ms(duration)).toBeGreaterThanOrEqual(0)
    const written = JSON.stringify(spans().map(({ name, attributes, events }) => [name, attributes, events]))
    const [{ id: payin = 'none' } = {}] = shop.sandbox.service.payins.list()
    const secrets = [session.id, await shop.sessionRow(), payin, 'A-1', 'ada@', 'test_sandbox', 'localhost']
    for (const secret of secrets) expect(written).not.toContain(secret)
  })

  test('is paid when no SDK records: the API alone does nothing', async () => {
    const { onEvent } = await openTelemetrySpans()
    shop.webhookReceiver = await shop.start(onEvent)
    await shop.createSession(shop.webhookReceiver)
    await shop.pay()
  })
})

describe('a span', () => {
  afterEach(() => context.disable())

  test('is a child of the shop’s own span that is active', async () => {
    const own = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }
    const active = trace.setSpanContext(ROOT_CONTEXT, own)
    const manager: ContextManager = {
      active: (): Context => active,
      with: (_context, work, self, ...args) => work.call(self, ...args),
      bind: (_context, target) => target,
      enable: () => manager,
      disable: () => manager,
    }
    context.setGlobalContextManager(manager)
    const { emit, named } = await recording()
    emit('service_called', { operation: 'POST /payins', status: 201, ms: 30 })
    const span = named('POST /payins')
    expect([span.spanContext().traceId, span.parentSpanContext?.spanId]).toEqual([own.traceId, own.spanId])
  })

  test('ends with its event, and lasts as long as was measured', async () => {
    const { emit, named } = await recording()
    emit('webhook_done', { kind: 'payin', result: 'fetched', ms: 30 })
    emit('fulfilled', { kind: 'order_paid', attempt: 2, ms: -5 })
    expect(ms(named('webhook payin').duration)).toBe(30)
    expect(ms(named('webhook payin').endTime)).toBe(Date.parse('2026-11-20T12:00:01Z'))
    expect(ms(named('fulfil order_paid').duration)).toBe(0)
  })

  test.each<[string, Omit<MerchantEvent, 'time' | 'event'>, string, string]>([
    ['service_called', { operation: 'GET /payins/:id', status: 503, ms: 1 }, 'GET /payins/:id', '503'],
    [
      'service_called',
      { operation: 'POST /payins', status: 'no_answer', ms: 1 },
      'POST /payins',
      'no_answer',
    ],
    ['webhook_failed', { kind: 'payin', message: 'RetryError: canary' }, 'webhook payin', 'RetryError'],
    ['fulfilment_failed', { kind: 'order_paid', message: 'no colon, a canary' }, 'fulfil order_paid', 'no'],
    ['alert', { kind: 'paid_twice', order: 'canary' }, 'alert paid_twice', 'paid_twice'],
  ])('of %s %j is an error, with its name only', async (event, fields, name, type) => {
    const { emit, named } = await recording()
    emit(event, fields)
    const { status, attributes } = named(name)
    expect([status.code, attributes['error.type']]).toEqual([SpanStatusCode.ERROR, type])
    expect(JSON.stringify(attributes)).not.toContain('canary')
  })

  test('holds only known words, whatever an event says', async () => {
    const { emit, spans } = await recording()
    const canary = 'A-1001 canary@shop.example cs_canary'
    const names = ['kind', 'status', 'outcome', 'was', 'source', 'result', 'operation', 'order', 'service_id']
    const hostile = Object.fromEntries(names.map((name) => [name, canary]))
    const events = [
      'session_created',
      'service_called',
      'webhook_done',
      'webhook_failed',
      'fulfilled',
      'alert',
    ]
    for (const event of events) emit(event, { ...hostile, session: canary, message: canary })
    emit('session_changed', { ...hostile, was: 'open' })
    expect(spans()).toHaveLength(events.length + 1)
    expect(JSON.stringify(spans().map(({ name, attributes }) => [name, attributes]))).not.toMatch(
      /canary|1001/,
    )
  })

  test.each<[string, Omit<MerchantEvent, 'time' | 'event'>]>([
    ['request', { method: 'GET', status: 200 }],
    ['read_held', {}],
    ['webhook_refused', { kind: 'payin' }],
    ['webhook_received', { kind: 'payin', count: 0 }],
    ['webhook_done', { kind: 'payin', result: 'given_up' }],
    ['session_changed', { was: 'open', outcome: 'open', status: 'STARTED' }],
    ['constructor', {}],
  ])('is not made for %s %j', async (event, fields) => {
    const { emit, spans } = await recording()
    emit(event, fields)
    expect(spans()).toEqual([])
  })
})
