// Traces as a shop has them. Two instances share a database: one creates, the other gets the webhook.
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { describe, expect, test } from 'vitest'
import { openTelemetryTraces } from '../../../src/merchant/opentelemetry.ts'
import { origin, useTelemetryShop } from './telemetry-shop.ts'

const shop = useTelemetryShop()
const { start, createSession, pay, sessionRow } = shop

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
    'show a payment on %s as one trace, from the create request to the parcel',
    async (how) => {
      const a = await tracing()
      const b = how === 'one instance' ? a : await tracing()
      const first = await start(a.onEvent)
      shop.webhookReceiver = how === 'one instance' ? first : await start(b.onEvent)
      const session = await createSession(first)
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
      const traceId = a.traceIdOf(await sessionRow())
      expect(new Set(all.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
      const payment = create.parentSpanContext
      expect(payment).toMatchObject({ traceId, isRemote: true })
      for (const part of [webhook, fulfil])
        expect(part.parentSpanContext).toMatchObject({ spanId: payment?.spanId })

      // Each span within its own time, and a call within its request's.
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

      // No ids, and no person.
      const written = JSON.stringify(
        all.map(({ name, attributes, events, links }) => [name, attributes, events, links]),
      )
      const [{ id: payin = 'none' } = {}] = shop.sandbox.service.payins.list()
      for (const secret of [
        session.id,
        await sessionRow(),
        payin,
        'A-1',
        'ada@',
        'test_sandbox',
        'localhost',
      ])
        expect(written).not.toContain(secret)
    },
  )

  test('show no reads, of which a page makes hundreds', async () => {
    const a = await tracing()
    const merchant = await start(a.onEvent)
    const { id } = await createSession(merchant)
    const before = a.spans().length
    for (let n = 0; n < 20; n++) await merchant.fetch(new Request(`${origin}/checkout/sessions/${id}`))
    expect(a.spans()).toHaveLength(before)
  })

  test('cost nothing when no SDK records: the API alone does nothing', async () => {
    const { onEvent } = await openTelemetryTraces()
    shop.webhookReceiver = await start(onEvent)
    await createSession(shop.webhookReceiver)
    await pay()
  })
})
