// Metrics through the metrics API of OpenTelemetry. Its exporter for Prometheus produces the names of docs/metrics.md.
import type { Counter, Histogram, Meter } from '@opentelemetry/api'
import type { OnEvent } from '../events.ts'
import {
  alertsOpen,
  counters,
  createCountEvent,
  heldReads,
  histograms,
  initializeSeries,
  type MetricsRecorder,
} from './count-event.ts'

/** Creates the handler that counts events. */
export function createOpenTelemetryMetrics(meter: Meter): OnEvent {
  const made = new Map<string, Counter>(
    Object.entries(counters).map(([name, { help: description }]) => [
      name,
      meter.createCounter(`checkout.${name}`, { description }),
    ]),
  )
  const seconds = new Map<string, Histogram>(
    Object.entries(histograms).map(([name, { help: description, buckets }]) => [
      name,
      meter.createHistogram(`checkout.${name}`, {
        description,
        unit: 's',
        advice: { explicitBucketBoundaries: [...buckets] },
      }),
    ]),
  )
  const held = meter.createUpDownCounter('checkout.held_reads', { description: heldReads.help })
  const open = meter.createGauge('checkout.alerts_open', { description: alertsOpen.help })
  const recorder: MetricsRecorder = {
    add: (counter, labels, by) => made.get(counter)?.add(by, { ...labels }),
    observe: (histogram, took, labels) => seconds.get(histogram)?.record(took, { ...labels }),
    changeHeldReads: (by) => held.add(by),
    setAlertsOpen: (count) => open.record(count),
  }
  initializeSeries(recorder)
  return createCountEvent(recorder)
}
