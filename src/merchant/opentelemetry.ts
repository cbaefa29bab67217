// `payin-checkout/merchant/opentelemetry`: spans and metrics for OpenTelemetry. It needs the package
// `@opentelemetry/api`. The shop chooses the SDK that records and exports them.
import type { MeterProvider, TracerProvider } from '@opentelemetry/api'
import type { OnEvent } from './events.ts'
import { loadOptionalPackage } from './store/optional-package.ts'
import { createOpenTelemetryMetrics } from './telemetry/opentelemetry-metrics.ts'
import { createSpans } from './telemetry/spans.ts'

/** The instrumentation scope: the name of our tracer and meter. */
const scope = 'payin-checkout'

export interface SpansOptions {
  /** By default the one that is registered globally. */
  readonly tracerProvider?: TracerProvider | undefined
}

/**
 * Creates a handler that records spans: `createMerchant({ …, onEvent: spans.onEvent })`. Calls to the service, webhooks,
 * fulfilments, outcomes of sessions and alerts become children of the span that is active, which your instrumentation of
 * HTTP has opened for the request. docs/metrics.md lists their names. No attribute contains an id, an order, an address, a
 * key or foreign text.
 * @throws {MissingPackage} without the package @opentelemetry/api
 */
export async function openTelemetrySpans({ tracerProvider }: SpansOptions = {}): Promise<{
  readonly onEvent: OnEvent
}> {
  const api = await loadOptionalPackage('@opentelemetry/api', () => import('@opentelemetry/api'))
  return { onEvent: createSpans(api, (tracerProvider ?? api.trace).getTracer(scope)) }
}

export interface NumbersOptions {
  /**
   * By default the one that is registered globally. Register it before: the API ignores meters that were created
   * earlier.
   */
  readonly meterProvider?: MeterProvider | undefined
}

/**
 * Creates a handler that counts a merchant's events with the metrics API: `createMerchant({ …, onEvent: metrics.onEvent
 * })`. docs/metrics.md lists names and labels. No label contains an id, an order or an address. Times are in seconds.
 * @throws {MissingPackage} without the package @opentelemetry/api
 */
export async function openTelemetryMetrics({ meterProvider }: NumbersOptions = {}): Promise<{
  readonly onEvent: OnEvent
}> {
  const api = await loadOptionalPackage('@opentelemetry/api', () => import('@opentelemetry/api'))
  return { onEvent: createOpenTelemetryMetrics((meterProvider ?? api.metrics).getMeter(scope)) }
}
