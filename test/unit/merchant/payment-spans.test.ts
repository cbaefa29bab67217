// What a span holds and what it leaves out: errors, names, floods, a broken exporter, the trace of the shop.
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, describe, expect, test } from 'vitest'
import type { OnEvent } from '../../../src/merchant/events.ts'
import {
  accepted,
  answered,
  called,
  create,
  created,
  done,
  emit,
  fulfilled,
  instance,
  paid,
  parents,
  pressed,
  session,
  stored,
  taken,
  traceId,
  webhook,
  webhookBegun,
  whole,
} from './payment-events.ts'

describe('a failure is recorded as an error, with its name only', () => {
  test('for an answer of this server from 500 on, and for a call without an answer', async () => {
    const one = await instance()
    emit(one, pressed, created, { ...called, status: 'no_answer', ms: 4_000, atMs: 4_000 })
    emit(one, { ...answered, status: 503, ms: 4_010, atMs: 4_010 })
    const request = one.named('POST /checkout/sessions')
    expect([request.status.code, request.attributes['error.type']]).toEqual([SpanStatusCode.ERROR, '503'])
    expect(one.named('POST /payins').attributes).toMatchObject({ 'error.type': 'no_answer' })
    expect(one.named('POST /payins').attributes).not.toHaveProperty('http.response.status_code')
  })

  test('for a webhook, a fulfilment and an alert, without the text of the error', async () => {
    const one = await instance()
    const message = 'RetryError: ada@shop.example has no cs_canary'
    emit(one, webhookBegun, stored, taken, { ...done, event: 'webhook_failed', message })
    emit(one, { ...fulfilled, event: 'fulfilment_failed', message: 'no colon, a canary' })
    emit(one, { event: 'alert', session, kind: 'paid_twice', order: 'A-1001' })
    expect(one.named('webhook payin').attributes['error.type']).toBe('RetryError')
    expect(one.named('fulfil order_paid').attributes['error.type']).toBe('no')
    expect(one.named('alert paid_twice').status.code).toBe(SpanStatusCode.ERROR)
    expect(JSON.stringify(one.spans().map(({ attributes }) => attributes))).not.toContain('canary')
  })

  test('once for a webhook that is given up, in the span of its last failure', async () => {
    const one = await instance()
    const { request: _, ...work } = taken
    emit(one, work, { event: 'webhook_failed', session, kind: 'payin', message: 'RetryError: no' })
    emit(one, { event: 'webhook_done', session, kind: 'payin', result: 'given_up' })
    expect(one.spans().map(({ name }) => name)).toEqual(['webhook payin'])
  })
})

describe('spans name nobody', () => {
  test('and hold only known words and the hash of the session, whatever an event says', async () => {
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
    for (const event of [...create, ...webhook, fulfilled])
      emit(one, {
        ...event,
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

  test('and hold no session row, order or payin in a payment that goes well', async () => {
    const one = await instance()
    emit(one, ...create, ...webhook, fulfilled)
    const seen = JSON.stringify(
      one.spans().map(({ name, attributes, events }) => ({ name, attributes, events })),
    )
    for (const name of [session, 'A-1001', paid.payin, 'r-1', 'r-2']) expect(seen).not.toContain(name)
  })
})

describe('a flood', () => {
  test('of replayed webhooks adds nothing to the trace', async () => {
    const one = await instance()
    for (let n = 0; n < 500; n++) {
      const request = `again-${n}`
      emit(one, { ...webhookBegun, request }, { ...stored, request, count: 0 }, { ...accepted, request })
    }
    expect(one.spans()).toEqual([])
  })

  test('of requests without a payment makes no spans', async () => {
    const one = await instance()
    for (let n = 0; n < 500; n++) {
      const request = `forged-${n}`
      emit(
        one,
        { ...webhookBegun, request },
        { event: 'webhook_refused', kind: 'payin', request },
        { ...accepted, request },
      )
    }
    expect(one.spans()).toEqual([])
  })

  test('of requests and work that never end does not fill the memory', async () => {
    const one = await instance()
    const open = 10_000
    for (let n = 0; n < open + 500; n++)
      emit(one, { ...webhookBegun, request: `r-${n}` }, { ...stored, request: `r-${n}` })
    expect(one.spans()).toHaveLength(500)
  })

  test('of sessions in one request is cut off', async () => {
    const one = await instance()
    emit(one, pressed)
    for (let n = 0; n < 100; n++) emit(one, { ...created, session: `s-${n}` })
    emit(one, answered)
    expect(one.spans()).toHaveLength(20)
  })
})

test('an exporter that throws leaves nothing open, so the next payment is complete', async () => {
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
  const onEvent: OnEvent = (event) => {
    try {
      one.onEvent(event)
    } catch {}
  }
  emit({ onEvent }, ...create, ...webhook, fulfilled)
  isBroken = false
  emit({ onEvent }, ...create, ...webhook, fulfilled)
  expect(parents(one)).toEqual(whole)
})

describe('the shop’s own trace of the request', () => {
  afterEach(() => context.disable())

  test('is linked, and stays a separate trace', async () => {
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
    emit(one, ...create)
    expect(one.named('POST /checkout/sessions')).toMatchObject({ links: [{ context: own }] })
    expect(one.named('POST /checkout/sessions').spanContext().traceId).toBe(traceId)
    expect(one.named('POST /payins').links).toEqual([])
  })
})
