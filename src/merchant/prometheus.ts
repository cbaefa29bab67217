// `payin-checkout/merchant/prometheus`: numbers for Prometheus. It needs the package `prom-client`.
import type { Registry } from 'prom-client'
import { loadOptionalPackage } from './store/optional-package.ts'
import type { PrometheusMetrics } from './telemetry/prometheus-metrics.ts'

export type { PrometheusMetrics }

export interface PrometheusOptions {
  /** Where the numbers are kept; by default in a registry of their own. */
  readonly registry?: Registry | undefined
  /** Adds memory, processor and event loop of this process; Node measures them until the process ends. By default not. */
  readonly process?: boolean | undefined
}

/**
 * Makes what counts the events of a merchant: `createMerchant({ …, onEvent: metrics.onEvent })`. Names and labels stand in
 * docs/metrics.md; no label holds an id, an order or an address. Times are in seconds. Make it before the merchant, or what
 * happens before is not counted.
 * @throws {MissingPackage} without the package prom-client
 * @throws {TypeError} when the registry has these numbers already
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
