// Metrics for Prometheus, in a registry of prom-client.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OnEvent } from '../events.ts'
import {
  alertsOpen,
  type CounterName,
  counters,
  createCountEvent,
  heldReads,
  histograms,
  initializeSeries,
  type MetricsRecorder,
} from './count-event.ts'

const nameOf = (counter: CounterName): string => `checkout_${counter.replaceAll('.', '_')}_total`

export interface PrometheusMetrics {
  /** Counts events: pass it to `createMerchant`. One handler may serve several merchants; it adds up their numbers. */
  readonly onEvent: OnEvent
  /** The registry that holds the metrics. */
  readonly registry: Registry
  /** The `content-type` of `text()`. */
  readonly contentType: string
  /** All metrics of the registry, in Prometheus' text format. */
  text(): Promise<string>
}

/** Creates the metrics. @throws {TypeError} when the registry has them already */
export function createPrometheusMetrics(registry = new Registry(), process = false): PrometheusMetrics {
  if (registry.getSingleMetric(nameOf('sessions')))
    throw new TypeError(
      'This registry has the metrics of a checkout already. Call prometheusMetrics once for each registry, and give its onEvent to every merchant.',
    )
  const registers = [registry]
  const made = Object.fromEntries(
    Object.entries(counters).map(([counter, { help, labels }]) => [
      counter,
      new Counter({ name: nameOf(counter as CounterName), help, labelNames: labels, registers }),
    ]),
  )
  const seconds = Object.fromEntries(
    Object.entries(histograms).map(([histogram, { help, labels: labelNames, buckets }]) => [
      histogram,
      new Histogram({
        name: `checkout_${histogram.replaceAll('.', '_')}_seconds`,
        help,
        labelNames,
        buckets: [...buckets],
        registers,
      }),
    ]),
  )
  const held = new Gauge({ name: 'checkout_held_reads', help: heldReads.help, registers })
  const open = new Gauge({ name: 'checkout_alerts_open', help: alertsOpen.help, registers })
  const recorder: MetricsRecorder = {
    add: (counter, labels, by) => made[counter]?.inc({ ...labels }, by),
    observe: (histogram, took, labels) => seconds[histogram]?.observe({ ...labels }, took),
    changeHeldReads: (by) => held.inc(by),
    setAlertsOpen: (count) => open.set(count),
  }
  initializeSeries(recorder)
  if (process) collectDefaultMetrics({ register: registry })
  const { contentType } = registry
  return { onEvent: createCountEvent(recorder), registry, contentType, text: () => registry.metrics() }
}
