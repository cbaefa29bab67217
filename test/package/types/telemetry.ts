// Metrics and spans, as a merchant's server uses them. Compiled by types.test.ts; never run.
import { metrics as meters, trace } from '@opentelemetry/api'
import { createMerchant, jsonLines, type MerchantOptions, type OnEvent } from 'payin-checkout/merchant'
import { openTelemetryMetrics, openTelemetrySpans } from 'payin-checkout/merchant/opentelemetry'
import { type PrometheusMetrics, prometheusMetrics } from 'payin-checkout/merchant/prometheus'
import { Registry } from 'prom-client'
import { expectTypeOf } from 'vitest'

declare const options: Omit<MerchantOptions, 'onEvent'>

const metrics = await prometheusMetrics({ registry: new Registry() })
const spans = await openTelemetrySpans({ tracerProvider: trace.getTracerProvider() })
const numbers = await openTelemetryMetrics({ meterProvider: meters.getMeterProvider() })
expectTypeOf(metrics).toEqualTypeOf<PrometheusMetrics>()
expectTypeOf(metrics.registry).toEqualTypeOf<Registry>()
expectTypeOf(metrics.text()).resolves.toBeString()
expectTypeOf(numbers.onEvent).toEqualTypeOf<OnEvent>()
await createMerchant({ ...options, onEvent: metrics.onEvent })
await createMerchant({ ...options, onEvent: [jsonLines(), metrics.onEvent, spans.onEvent] })
await createMerchant({
  ...options,
  onEvent: async ({ event, time, session }) => console.log(event, time, session),
})
// @ts-expect-error an object with a handler is no handler
await createMerchant({ ...options, onEvent: metrics })
// @ts-expect-error a promise is no handler
await createMerchant({ ...options, onEvent: [prometheusMetrics()] })
