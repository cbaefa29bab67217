// The shop's own sampler decides which payments are traced.
import {
  AlwaysOffSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { describe, expect, test } from 'vitest'
import { openTelemetryTraces } from '../../../src/merchant/opentelemetry.ts'
import { create, emit, fulfilled, type Instance, instance, webhook } from './payment-events.ts'

describe('the sampler of the shop decides', () => {
  const many = Array.from({ length: 400 }, (_, n) => `session-${n}`)
  const emitAll = (one: Instance) => {
    for (const each of many)
      for (const event of [...create, ...webhook, fulfilled])
        emit(one, { ...event, ...('session' in event && { session: each }) })
  }
  const traces = (one: Instance) => new Set(one.spans().map((span) => span.spanContext().traceId))

  test('that nothing is recorded', async () => {
    const one = await instance({ sampler: new AlwaysOffSampler() })
    emitAll(one)
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
    emitAll(a)
    emitAll(b)
    expect(traces(a).size).toBeGreaterThan(50)
    expect(traces(a).size).toBeLessThan(150)
    expect(traces(b)).toEqual(traces(a))
    expect(a.spans()).toHaveLength(traces(a).size * 7)
  })

  test('that all or none is recorded, by its parent', async () => {
    const sampler = new ParentBasedSampler({ root: new AlwaysOffSampler() })
    const [all, none] = [await instance({ sampler }), await instance({ sampler, share: 0 })]
    emitAll(all)
    emitAll(none)
    expect([traces(all).size, none.spans().length]).toEqual([400, 0])
  })

  test.each([-0.1, 1.1, Number.NaN, '0.1'])('but a share of %j is refused', async (share) => {
    await expect(openTelemetryTraces({ share: share as number })).rejects.toThrow(
      /share must be a number from 0 to 1/,
    )
  })
})
