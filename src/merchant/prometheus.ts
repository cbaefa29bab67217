// `payin-checkout/merchant/prometheus`: metrics for Prometheus. It needs the package `prom-client`.
import type { Registry } from 'prom-client'
import { loadOptionalPackage } from './store/optional-package.ts'
import type { PrometheusMetrics } from './telemetry/prometheus-metrics.ts'

export type { PrometheusMetrics }

export interface PrometheusOptions {
  /** The registry of the metrics; by default a new one. */
  readonly registry?: Registry | undefined
  /**
   * Whether to add memory, CPU and event loop of this process. Node then measures them until it exits. By default not.
   */
  readonly process?: boolean | undefined
}

/**
 * Creates a handler that counts a merchant's events: `createMerchant({ …, onEvent: metrics.onEvent })`. docs/metrics.md
 * lists names and labels. No label contains an id, an order or an address. Times are in seconds. Create it before the
 * merchant, or earlier events are not counted.
 * @throws {MissingPackage} without the package prom-client
 * @throws {TypeError} when the registry has these metrics already
 */
export async function prometheusMetrics({
  registry,
  process,
}: PrometheusOptions = {}): Promise<PrometheusMetrics> {
  const { createPrometheusMetrics } = await loadOptionalPackage(
    'prom-client',
    () => import('./telemetry/prometheus-metrics.ts'),
  )
  return createPrometheusMetrics(registry, process)
}
