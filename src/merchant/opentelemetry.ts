// `payin-checkout/merchant/opentelemetry`: traces and numbers for OpenTelemetry. It needs the package `@opentelemetry/api`;
// which SDK records and exports, and where to, is the shop's own choice.
import type { MeterProvider, TracerProvider } from '@opentelemetry/api'
import type { OnEvent } from './events.ts'
import { loadOptionalPackage } from './store/optional-package.ts'
import { createOpenTelemetryMetrics } from './telemetry/opentelemetry-metrics.ts'
import { createPaymentSpans } from './telemetry/payment-spans.ts'
import { paymentTraceOf } from './telemetry/payment-trace.ts'

/** Who asks the API for a tracer or a meter is named like this. */
const scope = 'payin-checkout'

export interface TracesOptions {
  /** By default the one that is registered globally. */
  readonly tracerProvider?: TracerProvider | undefined
  /**
   * The share of payments that is recorded, from 0 to 1, where your sampler asks a parent (`ParentBased…`); by default 1. Set
   * it to the ratio of your sampler. A sampler that looks at the trace's id alone decides without it.
   */
  readonly share?: number | undefined
}

export interface Traces {
  /** Give it to `createMerchant`. */
  readonly onEvent: OnEvent
  /** The id of the trace of a payment, as 32 hex digits. @param session the session's row, as events and alerts name it */
  readonly traceIdOf: (session: string) => string
}

/**
 * Makes what records each payment as one trace: `createMerchant({ …, onEvent: traces.onEvent })`.
 *
 * ```
 * (the payment)                     never recorded: its ids are a hash of the session's row
 * ├─ POST /checkout/sessions        the shopper presses "pay"
 * │  └─ POST /payins                the call to the service
 * ├─ POST /webhooks/payins          minutes later, perhaps on another instance
 * │  └─ webhook payin               the work on it
 * │     ├─ GET /payins/:id
 * │     └─ session complete         paid
 * └─ fulfil order_paid              the shop ships
 * ```
 *
 * A webhook brings no trace along. So trace id and parent follow from a hash of the session's row, which every instance
 * knows: each part is a child of the same remote parent, and nothing is stored. Backends show the parent as missing.
 *
 * Your sampler is asked about each part, and decides. A sampler that asks a parent first is told `share` of the payments as
 * sampled, by their trace id, so that a payment is recorded whole or not at all.
 *
 * The shop's own span around a request is linked. Durations are each measured by one instance. No attribute holds an id, an
 * order, an address, a key or a text of somebody else. Attributes are those of the semantic conventions for HTTP, and
 * `checkout.*` with words of docs/metrics.md.
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
  /** By default the one that is registered globally, which must be so by now: the API forgets who asked before. */
  readonly meterProvider?: MeterProvider | undefined
}

/**
 * Makes what counts the events of a merchant by the metrics API: `createMerchant({ …, onEvent: metrics.onEvent })`. Names and
 * labels stand in docs/metrics.md; no label holds an id, an order or an address. Times are in seconds.
 * @throws {MissingPackage} without the package @opentelemetry/api
 */
export async function openTelemetryMetrics({ meterProvider }: NumbersOptions = {}): Promise<{
  readonly onEvent: OnEvent
}> {
  const api = await loadOptionalPackage('@opentelemetry/api', () => import('@opentelemetry/api'))
  return { onEvent: createOpenTelemetryMetrics((meterProvider ?? api.metrics).getMeter(scope)) }
}
