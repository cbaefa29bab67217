// One payment as one trace, from the events alone: what the clock, a flood, a replay or another instance could do to it.
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { afterEach, describe, expect, test } from 'vitest'
import type { OnEvent } from '../../../src/merchant/events.ts'
import type { MerchantEvent } from '../../../src/merchant/log.ts'
import { openTelemetryTraces } from '../../../src/merchant/opentelemetry.ts'

const session = '0e8c2b6e-1111-8222-8333-944445555666'
/** `printf 'payin-checkout trace\n0e8c…' | sha256sum`, in two parts. */
const [traceId, paymentSpanId] = ['16986def890131196946c052455e322b', 'b37055b3cbe739be']
const startMs = Date.parse('2026-11-20T12:00:00Z')

interface Instance {
  readonly onEvent: OnEvent
  spans(): ReadableSpan[]
  named(name: string): ReadableSpan
}

/** An instance with an exporter of its own. */
async function instance({
  sampler,
  share,
  also = [],
}: {
  sampler?: Sampler
  share?: number
  also?: SpanProcessor[]
} = {}): Promise<Instance> {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    ...(sampler && { sampler }),
    spanProcessors: [...also, new SimpleSpanProcessor(exporter)],
  })
  const { onEvent } = await openTelemetryTraces({ tracerProvider, share })
  const spans = () => exporter.getFinishedSpans()
  return {
    onEvent,
    spans,
    named(name) {
      const found = spans().filter((span) => span.name === name)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} spans are named ${name}.`)
      return found[0]
    },
  }
}

type Told = Omit<MerchantEvent, 'time'> & { readonly atMs?: number }

/** Tells events, each at its time after the start. */
function tell({ onEvent }: { onEvent: OnEvent }, ...all: readonly Told[]): void {
  for (const { atMs = 0, ...event } of all)
    onEvent({ time: new Date(startMs + atMs).toISOString(), ...event } as MerchantEvent)
}

const pressed = { event: 'request_begun', request: 'r-1', method: 'POST', route: '/checkout/sessions' }
const created = {
  event: 'session_created',
  request: 'r-1',
  session,
  kind: 'payin',
  attempt: 1,
  outcome: 'open',
}
const called = {
  event: 'service_called',
  request: 'r-1',
  session,
  operation: 'POST /payins',
  status: 201,
  ms: 30,
}
const answered = {
  event: 'request',
  request: 'r-1',
  method: 'POST',
  route: '/checkout/sessions',
  status: 201,
  ms: 50,
}
const create: readonly Told[] = [
  pressed,
  { ...created, atMs: 10 },
  { ...called, atMs: 45 },
  { ...answered, atMs: 50 },
]
const hooked = { event: 'request_begun', request: 'r-2', method: 'POST', route: '/webhooks/payins' }
const stored = {
  event: 'webhook_stored',
  request: 'r-2',
  session,
  kind: 'payin',
  status: 'COMPLETED',
  count: 1,
}
const accepted = {
  event: 'request',
  request: 'r-2',
  method: 'POST',
  route: '/webhooks/payins',
  status: 200,
  ms: 5,
}
const taken = { event: 'webhook_taken', request: 'r-2', session, kind: 'payin', status: 'COMPLETED' }
const asked = {
  event: 'service_called',
  request: 'r-2',
  session,
  operation: 'GET /payins/:id',
  status: 200,
  ms: 20,
}
const paid = {
  event: 'session_changed',
  request: 'r-2',
  session,
  kind: 'payin',
  order: 'A-1001',
  payin: '7a0c8a8e-0000-4000-8000-000000000001',
  status: 'COMPLETED',
  was: 'open',
  outcome: 'complete',
  source: 'webhook',
}
const done = { event: 'webhook_done', request: 'r-2', session, kind: 'payin', result: 'fetched', ms: 30 }
const webhook: readonly Told[] = [
  { ...hooked, atMs: 1_000 },
  { ...stored, atMs: 1_003 },
  { ...accepted, atMs: 1_005 },
  { ...taken, atMs: 1_010 },
  { ...asked, atMs: 1_035 },
  { ...paid, atMs: 1_038 },
  { ...done, atMs: 1_040 },
]
const fulfilled = {
  event: 'fulfilled',
  session,
  kind: 'order_paid',
  order: 'A-1001',
  attempt: 1,
  ms: 200,
  atMs: 1_300,
}

const ms = ([seconds, nanoseconds]: [number, number]) => seconds * 1_000 + nanoseconds / 1e6
const durations = (spans: readonly ReadableSpan[]) =>
  Object.fromEntries(spans.map(({ name, duration }) => [name, ms(duration)]))
/** Who is whose parent, by name; the payment itself has none. */
const parents = (...all: readonly Instance[]) => {
  const spans = all.flatMap((each) => each.spans())
  const nameOf = (id: string | undefined) =>
    id === paymentSpanId
      ? 'the payment'
      : (spans.find((span) => span.spanContext().spanId === id)?.name ?? 'nobody')
  return Object.fromEntries(spans.map((span) => [span.name, nameOf(span.parentSpanContext?.spanId)]))
}
const whole = {
  'POST /checkout/sessions': 'the payment',
  'POST /payins': 'POST /checkout/sessions',
  'POST /webhooks/payins': 'the payment',
  'webhook payin': 'POST /webhooks/payins',
  'GET /payins/:id': 'webhook payin',
  'session complete': 'webhook payin',
  'fulfil order_paid': 'the payment',
}

describe('a payment is one trace', () => {
  test('from the press to the parcel, with the durations that were measured', async () => {
    const one = await instance()
    tell(one, ...create, ...webhook, fulfilled)
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
    tell(a, ...create)
    tell(b, ...webhook.map((told) => ({ ...told, atMs: (told.atMs ?? 0) - 3_600_000 })))
    tell(c, { ...fulfilled, atMs: -7_200_000 })
    expect(parents(a, b, c)).toEqual(whole)
    const spans = [a, b, c].flatMap((each) => each.spans())
    expect(Object.values(durations(spans)).filter((duration) => duration < 0)).toEqual([])
    expect(durations(spans)).toMatchObject({ 'webhook payin': 30, 'fulfil order_paid': 200 })
  })

  test('whose ids follow from the session’s row, for all versions and all time', async () => {
    const { traceIdOf } = await openTelemetryTraces()
    expect([traceIdOf(session), traceIdOf(session.toUpperCase())]).toEqual([traceId, traceId])
    const one = await instance()
    tell(one, fulfilled)
    expect(one.named('fulfil order_paid').parentSpanContext).toMatchObject({
      traceId,
      spanId: paymentSpanId,
      isRemote: true,
    })
  })

  test('that began before anybody traced it: its webhook is there all the same', async () => {
    const one = await instance()
    tell(one, ...webhook)
    expect(parents(one)).toMatchObject({
      'webhook payin': 'POST /webhooks/payins',
      'session complete': 'webhook payin',
    })
  })

  test('where the webhook is faster than the answer to the create: each call is under its own request', async () => {
    const one = await instance()
    const [hook, kept, answer, work, ...after] = webhook as [Told, Told, Told, Told, ...Told[]]
    tell(one, pressed, created, hook, kept, answer, work)
    tell(one, { ...called, atMs: 1_020, ms: 1_000 }, ...after, { ...answered, atMs: 1_050, ms: 1_050 })
    expect(parents(one)).toEqual({ ...whole, 'fulfil order_paid': undefined })
  })

  test('where a webhook is worked on before it is answered', async () => {
    const one = await instance()
    const [begin, kept, answer, ...work] = webhook
    if (!begin || !kept || !answer) throw new Error('unreachable')
    tell(one, begin, kept, ...work, { ...answer, atMs: 1_050, ms: 50 })
    expect(parents(one)).toMatchObject({ 'webhook payin': 'POST /webhooks/payins' })
    expect(durations(one.spans())).toMatchObject({ 'POST /webhooks/payins': 50, 'webhook payin': 30 })
  })

  test('where the webhook’s session turns out only while it is worked on', async () => {
    const one = await instance()
    const { session: _, ...unknown } = taken
    tell(one, hooked, unknown, { ...asked, atMs: 20 }, { ...done, atMs: 30 })
    expect(one.named('webhook payin').spanContext().traceId).toBe(traceId)
    expect(durations(one.spans())).toMatchObject({ 'webhook payin': 30 })
  })

  test('where only the sweep finds the outcome, or another instance the webhook that was left', async () => {
    const one = await instance()
    const alone = [taken, asked, { ...paid, source: 'sweep' }, done].map(({ request: _, ...told }) => told)
    tell(one, ...alone)
    expect(parents(one)).toEqual({
      'webhook payin': 'the payment',
      'GET /payins/:id': 'webhook payin',
      'session complete': 'webhook payin',
    })
  })

  test('that a press touches beside its own is another trace, with a span for the same request', async () => {
    const one = await instance()
    const earlier = '11111111-1111-8111-8111-111111111111'
    tell(
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

describe('a clock that is set while something is under way', () => {
  test.each<[string, number]>([
    ['back', -60_000],
    ['forward', 3_600_000],
  ])('%s makes no duration negative or an hour long', async (_way, jumpMs) => {
    const one = await instance()
    const [begin, ...rest] = create
    const jumped = rest.map((told) => ({ ...told, atMs: (told.atMs ?? 0) + jumpMs }))
    tell(one, begin as Told, ...jumped)
    const [hook, kept, answer, work, ...after] = webhook
    if (!hook || !kept || !answer || !work) throw new Error('unreachable')
    tell(
      one,
      hook,
      kept,
      answer,
      work,
      ...after.map((told) => ({ ...told, atMs: (told.atMs ?? 0) + jumpMs })),
    )
    expect(durations(one.spans())).toMatchObject({ 'POST /checkout/sessions': 50, 'webhook payin': 30 })
  })

  test('and a measured time below zero counts as none', async () => {
    const one = await instance()
    tell(one, { ...fulfilled, ms: -5_000 })
    expect(durations(one.spans())).toEqual({ 'fulfil order_paid': 0 })
  })
})

describe('what fails is an error, by its name alone', () => {
  test('an answer of this server from 500 on, and a call without an answer', async () => {
    const one = await instance()
    tell(one, pressed, created, { ...called, status: 'no_answer', ms: 4_000, atMs: 4_000 })
    tell(one, { ...answered, status: 503, ms: 4_010, atMs: 4_010 })
    const request = one.named('POST /checkout/sessions')
    expect([request.status.code, request.attributes['error.type']]).toEqual([SpanStatusCode.ERROR, '503'])
    expect(one.named('POST /payins').attributes).toMatchObject({ 'error.type': 'no_answer' })
    expect(one.named('POST /payins').attributes).not.toHaveProperty('http.response.status_code')
  })

  test('a webhook, a fulfilment and an alert; what the error says is nobody’s business here', async () => {
    const one = await instance()
    const message = 'RetryError: ada@shop.example has no cs_canary'
    tell(one, hooked, stored, taken, { ...done, event: 'webhook_failed', message })
    tell(one, { ...fulfilled, event: 'fulfilment_failed', message: 'no colon, a canary' })
    tell(one, { event: 'alert', session, kind: 'paid_twice', order: 'A-1001' })
    expect(one.named('webhook payin').attributes['error.type']).toBe('RetryError')
    expect(one.named('fulfil order_paid').attributes['error.type']).toBe('no')
    expect(one.named('alert paid_twice').status.code).toBe(SpanStatusCode.ERROR)
    expect(JSON.stringify(one.spans().map(({ attributes }) => attributes))).not.toContain('canary')
  })

  test('a webhook that is given up has the span of its last failure, and no second one', async () => {
    const one = await instance()
    const { request: _, ...work } = taken
    tell(one, work, { event: 'webhook_failed', session, kind: 'payin', message: 'RetryError: no' })
    tell(one, { event: 'webhook_done', session, kind: 'payin', result: 'given_up' })
    expect(one.spans().map(({ name }) => name)).toEqual(['webhook payin'])
  })
})

describe('nothing is recorded that names anybody', () => {
  test('whatever an event says: only words of ours, and the hash of the session', async () => {
    const one = await instance()
    const canary = 'A-1001 canary@shop.example cs_canary'
    const hostile = {
      kind: canary,
      status: canary,
      outcome: canary,
      was: 'open',
      source: canary,
      result: canary,
    }
    for (const told of [...create, ...webhook, fulfilled])
      tell(one, {
        ...told,
        ...hostile,
        method: canary,
        route: canary,
        operation: canary,
        order: canary,
        service_id: canary,
      })
    const seen = one
      .spans()
      .map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status }))
    expect(JSON.stringify(seen)).not.toMatch(/canary|A-1001/)
    expect(JSON.stringify(seen)).not.toContain(session)
  })

  test('and not the session’s row, the order or the payin in a payment that goes well', async () => {
    const one = await instance()
    tell(one, ...create, ...webhook, fulfilled)
    const seen = JSON.stringify(
      one.spans().map(({ name, attributes, events }) => ({ name, attributes, events })),
    )
    for (const name of [session, 'A-1001', paid.payin, 'r-1', 'r-2']) expect(seen).not.toContain(name)
  })
})

describe('a flood', () => {
  test('of webhooks that are played again adds nothing to the trace', async () => {
    const one = await instance()
    for (let n = 0; n < 500; n++) {
      const request = `again-${n}`
      tell(one, { ...hooked, request }, { ...stored, request, count: 0 }, { ...accepted, request })
    }
    expect(one.spans()).toEqual([])
  })

  test('of requests that are about no payment makes no spans', async () => {
    const one = await instance()
    for (let n = 0; n < 500; n++) {
      const request = `forged-${n}`
      tell(
        one,
        { ...hooked, request },
        { event: 'webhook_refused', kind: 'payin', request },
        { ...accepted, request },
      )
    }
    expect(one.spans()).toEqual([])
  })

  test('of requests that never end, and of work that is left undone, does not fill the memory', async () => {
    const one = await instance()
    const open = 10_000
    for (let n = 0; n < open + 500; n++)
      tell(one, { ...hooked, request: `r-${n}` }, { ...stored, request: `r-${n}` })
    expect(one.spans()).toHaveLength(500)
  })

  test('of sessions in one request is cut off', async () => {
    const one = await instance()
    tell(one, pressed)
    for (let n = 0; n < 100; n++) tell(one, { ...created, session: `s-${n}` })
    tell(one, answered)
    expect(one.spans()).toHaveLength(20)
  })
})

describe('the sampler of the shop decides', () => {
  const many = Array.from({ length: 400 }, (_, n) => `session-${n}`)
  const tellAll = (one: Instance) => {
    for (const each of many)
      for (const told of [...create, ...webhook, fulfilled])
        tell(one, { ...told, ...('session' in told && { session: each }) })
  }
  const traces = (one: Instance) => new Set(one.spans().map((span) => span.spanContext().traceId))

  test('that nothing is recorded', async () => {
    const one = await instance({ sampler: new AlwaysOffSampler() })
    tellAll(one)
    expect(one.spans()).toEqual([])
  })

  test.each<[string, { sampler: Sampler; share?: number }]>([
    ['by the trace’s id', { sampler: new TraceIdRatioBasedSampler(0.25) }],
    [
      'by its parent, with the same share here',
      { sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }), share: 0.25 },
    ],
  ])('that a share is recorded, %s: each payment whole or not at all', async (_how, options) => {
    const [a, b] = [await instance(options), await instance(options)]
    tellAll(a)
    tellAll(b)
    expect(traces(a).size).toBeGreaterThan(50)
    expect(traces(a).size).toBeLessThan(150)
    expect(traces(b)).toEqual(traces(a))
    expect(a.spans()).toHaveLength(traces(a).size * 7)
  })

  test('that all or none is recorded, by its parent', async () => {
    const sampler = new ParentBasedSampler({ root: new AlwaysOffSampler() })
    const [all, none] = [await instance({ sampler }), await instance({ sampler, share: 0 })]
    tellAll(all)
    tellAll(none)
    expect([traces(all).size, none.spans().length]).toEqual([400, 0])
  })

  test.each([-0.1, 1.1, Number.NaN, '0.1'])('but a share of %j is refused', async (share) => {
    await expect(openTelemetryTraces({ share: share as number })).rejects.toThrow(
      /share must be a number from 0 to 1/,
    )
  })
})

test('an exporter that throws leaves nothing under way behind: the next payment is whole', async () => {
  let isBroken = true
  const broken: SpanProcessor = {
    onStart: () => undefined,
    onEnd() {
      if (isBroken) throw new Error('The exporter is gone.')
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  }
  const one = await instance({ also: [broken] })
  const onEvent: OnEvent = (told) => {
    try {
      one.onEvent(told)
    } catch {}
  }
  tell({ onEvent }, ...create, ...webhook, fulfilled)
  isBroken = false
  tell({ onEvent }, ...create, ...webhook, fulfilled)
  expect(parents(one)).toEqual(whole)
})

describe('the shop’s own trace of the request', () => {
  afterEach(() => context.disable())

  test('is linked, and stays another trace', async () => {
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
    const one = await instance()
    tell(one, ...create)
    expect(one.named('POST /checkout/sessions')).toMatchObject({ links: [{ context: own }] })
    expect(one.named('POST /checkout/sessions').spanContext().traceId).toBe(traceId)
    expect(one.named('POST /payins').links).toEqual([])
  })
})
