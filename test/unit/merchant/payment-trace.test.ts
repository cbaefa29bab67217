// One payment is one trace, made from the events alone: across instances, in any order, and while a clock is set.
import { describe, expect, test } from 'vitest'
import { openTelemetryTraces } from '../../../src/merchant/opentelemetry.ts'
import {
  answered,
  asked,
  called,
  create,
  created,
  done,
  durations,
  type EventAt,
  emit,
  fulfilled,
  instance,
  paid,
  parents,
  paymentSpanId,
  pressed,
  session,
  taken,
  traceId,
  webhook,
  webhookBegun,
  whole,
} from './payment-events.ts'

describe('a payment is one trace', () => {
  test('from the create request to the parcel, with the measured durations', async () => {
    const one = await instance()
    emit(one, ...create, ...webhook, fulfilled)
    expect(parents(one)).toEqual(whole)
    expect(new Set(one.spans().map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
    expect(durations(one.spans())).toEqual({
      'POST /checkout/sessions': 50,
      'POST /payins': 30,
      'POST /webhooks/payins': 5,
      'webhook payin': 30,
      'GET /payins/:id': 20,
      'session complete': 0,
      'fulfil order_paid': 200,
    })
  })

  test('also when each part is handled by another instance, whose clock is an hour behind', async () => {
    const [a, b, c] = [await instance(), await instance(), await instance()]
    emit(a, ...create)
    emit(b, ...webhook.map((event) => ({ ...event, atMs: (event.atMs ?? 0) - 3_600_000 })))
    emit(c, { ...fulfilled, atMs: -7_200_000 })
    expect(parents(a, b, c)).toEqual(whole)
    const spans = [a, b, c].flatMap((each) => each.spans())
    expect(Object.values(durations(spans)).filter((duration) => duration < 0)).toEqual([])
    expect(durations(spans)).toMatchObject({ 'webhook payin': 30, 'fulfil order_paid': 200 })
  })

  test('whose ids follow from the session’s row, in all versions', async () => {
    const { traceIdOf } = await openTelemetryTraces()
    expect([traceIdOf(session), traceIdOf(session.toUpperCase())]).toEqual([traceId, traceId])
    const one = await instance()
    emit(one, fulfilled)
    expect(one.named('fulfil order_paid').parentSpanContext).toMatchObject({
      traceId,
      spanId: paymentSpanId,
      isRemote: true,
    })
  })

  test('even if it began before tracing was on: its webhook is recorded', async () => {
    const one = await instance()
    emit(one, ...webhook)
    expect(parents(one)).toMatchObject({
      'webhook payin': 'POST /webhooks/payins',
      'session complete': 'webhook payin',
    })
  })

  test('when the webhook is faster than the answer to the create: each call is under its own request', async () => {
    const one = await instance()
    const [hook, kept, answer, work, ...after] = webhook as [EventAt, EventAt, EventAt, EventAt, ...EventAt[]]
    emit(one, pressed, created, hook, kept, answer, work)
    emit(one, { ...called, atMs: 1_020, ms: 1_000 }, ...after, { ...answered, atMs: 1_050, ms: 1_050 })
    expect(parents(one)).toEqual({ ...whole, 'fulfil order_paid': undefined })
  })

  test('when a webhook is processed before it is answered', async () => {
    const one = await instance()
    const [begin, kept, answer, ...work] = webhook
    if (!begin || !kept || !answer) throw new Error('unreachable')
    emit(one, begin, kept, ...work, { ...answer, atMs: 1_050, ms: 50 })
    expect(parents(one)).toMatchObject({ 'webhook payin': 'POST /webhooks/payins' })
    expect(durations(one.spans())).toMatchObject({ 'POST /webhooks/payins': 50, 'webhook payin': 30 })
  })

  test('when the session of a webhook is known only during its processing', async () => {
    const one = await instance()
    const { session: _, ...unknown } = taken
    emit(one, webhookBegun, unknown, { ...asked, atMs: 20 }, { ...done, atMs: 30 })
    expect(one.named('webhook payin').spanContext().traceId).toBe(traceId)
    expect(durations(one.spans())).toMatchObject({ 'webhook payin': 30 })
  })

  test('when only the sweep finds the outcome, or another instance processes the webhook', async () => {
    const one = await instance()
    const alone = [taken, asked, { ...paid, source: 'sweep' }, done].map(({ request: _, ...event }) => event)
    emit(one, ...alone)
    expect(parents(one)).toEqual({
      'webhook payin': 'the payment',
      'GET /payins/:id': 'webhook payin',
      'session complete': 'webhook payin',
    })
  })

  test('while an earlier payment that the same create request reads is another trace', async () => {
    const one = await instance()
    const earlier = '11111111-1111-8111-8111-111111111111'
    emit(
      one,
      pressed,
      { ...called, session: earlier, operation: 'GET /payins/:id', atMs: 40 },
      ...create.slice(1),
    )
    const requests = one.spans().filter(({ name }) => name === 'POST /checkout/sessions')
    expect(requests.map((span) => span.spanContext().traceId).sort()).toEqual(
      [traceId, (await openTelemetryTraces()).traceIdOf(earlier)].sort(),
    )
  })
})

describe('a clock that is set during a payment', () => {
  test.each<[string, number]>([
    ['back', -60_000],
    ['forward', 3_600_000],
  ])('%s makes no duration negative or an hour long', async (_way, jumpMs) => {
    const one = await instance()
    const [begin, ...rest] = create
    const jumped = rest.map((event) => ({ ...event, atMs: (event.atMs ?? 0) + jumpMs }))
    emit(one, begin as EventAt, ...jumped)
    const [hook, kept, answer, work, ...after] = webhook
    if (!hook || !kept || !answer || !work) throw new Error('unreachable')
    emit(
      one,
      hook,
      kept,
      answer,
      work,
      ...after.map((event) => ({ ...event, atMs: (event.atMs ?? 0) + jumpMs })),
    )
    expect(durations(one.spans())).toMatchObject({ 'POST /checkout/sessions': 50, 'webhook payin': 30 })
  })

  test('makes a negative measurement count as zero', async () => {
    const one = await instance()
    emit(one, { ...fulfilled, ms: -5_000 })
    expect(durations(one.spans())).toEqual({ 'fulfil order_paid': 0 })
  })
})
