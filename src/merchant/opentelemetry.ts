// `payin-checkout/merchant/opentelemetry`: traces and metrics for OpenTelemetry. It needs the package
// `@opentelemetry/api`. The shop chooses the SDK that records and exports them.
import type { MeterProvider, TracerProvider } from '@opentelemetry/api'
import type { OnEvent } from './events.ts'
import { loadOptionalPackage } from './store/optional-package.ts'
import { createOpenTelemetryMetrics } from './telemetry/opentelemetry-metrics.ts'
import { createPaymentSpans } from './telemetry/payment-spans.ts'
import { paymentTraceOf } from './telemetry/payment-trace.ts'

/** The instrumentation scope: the name of our tracer and meter. */
const scope = 'payin-checkout'

export interface TracesOptions {
  /** By default the one that is registered globally. */
  readonly tracerProvider?: TracerProvider | undefined
  /**
   * The share of payments to record, from 0 to 1; by default 1. It matters when your sampler is based on the parent
   * (`ParentBased…`): set it to the sampler's ratio. A sampler that uses only the trace id ignores it.
   */
  readonly share?: number | undefined
}

export interface Traces {
  /** Pass it to `createMerchant`. */
  readonly onEvent: OnEvent
  /** The trace id of a payment, as 32 hex digits. @param session the id of the session's row, as in events and alerts */
  readonly traceIdOf: (session: string) => string
}

/**
 * Creates a handler that records each payment as one trace: `createMerchant({ …, onEvent: traces.onEvent })`.
 *
 * ```
 * (the payment)                     never recorded: its ids are a hash of the session's row
 * ├─ POST /checkout/sessions        the shopper presses "pay"
 * │  └─ POST /payins                the call to the service
 * ├─ POST /webhooks/payins          minutes later, perhaps on another instance
 * │  └─ webhook payin               its processing
 * │     ├─ GET /payins/:id
 * │     └─ session complete         paid
 * └─ fulfil order_paid              the shop ships
 * ```
 *
 * A webhook carries no trace context. So trace id and parent are derived from a hash of the session's row, which every
 * instance knows. Each part is a child of the same remote parent, and nothing is stored. Backends show the parent as
 * missing.
 *
 * Your sampler decides about each part. For a sampler based on the parent, `share` of the payments have a sampled parent.
 * The trace id decides which ones, so a payment is recorded whole or not at all.
 *
 * The shop's own span around a request is linked. Each duration is measured by one instance. No attribute contains an
 * id, an order, an address, a key or foreign text. Attributes are those of the semantic conventions for HTTP, and
 * `checkout.*` with the values of docs/metrics.md.
 * @throws {MissingPackage} without the package @opentelemetry/api
 * @throws {TypeError} when `share` is not from 0 to 1
 */
export async function openTelemetryTraces({
  tracerProvider,
  share = 1,
}: TracesOptions = {}): Promise<Traces> {
  if (!(typeof share === 'number' && share >= 0 && share <= 1))
    throw new TypeError('share must be a number from 0 to 1, such as 0.1.')
  const api = await loadOptionalPackage('@opentelemetry/api', () => import('@opentelemetry/api'))
  const tracer = (tracerProvider ?? api.trace).getTracer(scope)
  return {
    onEvent: createPaymentSpans(api, tracer, share),
    traceIdOf: (session) => paymentTraceOf(session).traceId,
  }
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
