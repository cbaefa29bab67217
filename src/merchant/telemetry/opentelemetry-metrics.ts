// Metrics through the metrics API of OpenTelemetry. Its exporter for Prometheus produces the names of docs/metrics.md.
import type { Counter, Meter } from '@opentelemetry/api'
import type { OnEvent } from '../events.ts'
import {
  alertsOpen,
  type CounterName,
  callSeconds,
  counters,
  createCountEvent,
  heldReads,
  initializeSeries,
} from './count-event.ts'

/** Creates the handler that counts events. */
export function createOpenTelemetryMetrics(meter: Meter): OnEvent {
  const made = new Map<string, Counter>(
    Object.entries(counters).map(([name, { help: description }]) => [
      name,
      meter.createCounter(`checkout.${name}`, { description }),
    ]),
  )
  const seconds = meter.createHistogram('checkout.service.call', {
    description: callSeconds.help,
    unit: 's',
    advice: { explicitBucketBoundaries: [...callSeconds.buckets] },
  })
  const held = meter.createUpDownCounter('checkout.held_reads', { description: heldReads.help })
  const open = meter.createGauge('checkout.alerts_open', { description: alertsOpen.help })
  const recorder = {
    add: (counter: CounterName, labels: object, by: number) => made.get(counter)?.add(by, { ...labels }),
    observeCall: (took: number, labels: object) => seconds.record(took, { ...labels }),
    changeHeldReads: (by: number) => held.add(by),
    setAlertsOpen: (count: number) => open.record(count),
  }
  initializeSeries(recorder)
  return createCountEvent(recorder)
}
