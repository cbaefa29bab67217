// Which event increments which metric: one table for Prometheus and OpenTelemetry. Label values come from a small fixed
// set (labels.ts). An id or an address as a label would create one series per shopper, and put a secret into every
// backup. docs/metrics.md describes each metric.
import { outcomes } from '../../protocol/outcome.ts'
import { alertKinds } from '../alerts.ts'
import { allKinds } from '../kinds/kinds.ts'
import type { MerchantEvent } from '../log.ts'
import { methodLabel, operationLabel, routeLabel, shortName, statusClass } from './labels.ts'

/** The counters. `service.calls` is `checkout.service.calls` in OpenTelemetry, `checkout_service_calls_total` in Prometheus. */
export const counters = {
  sessions: { help: 'Sessions that reached an outcome.', labels: ['kind', 'outcome'] },
  webhooks: { help: 'Webhooks by their result.', labels: ['kind', 'result'] },
  found_by_sweep: { help: 'Outcomes that no webhook had reported.', labels: ['kind', 'outcome'] },
  alerts: { help: 'Alerts that a person must look at.', labels: ['kind'] },
  fulfilments: { help: 'Calls of fulfil for money that has arrived.', labels: ['kind', 'result'] },
  'service.calls': { help: 'Requests to the service.', labels: ['operation', 'status'] },
  'http.answers': { help: 'HTTP responses of this server.', labels: ['route', 'method', 'status'] },
} as const

export type CounterName = keyof typeof counters
export type Labels = Readonly<Record<string, string | number>>

/** How long something took. `service.call` is `checkout_service_call_seconds` in Prometheus. Buckets are in seconds. */
export const histograms = {
  'service.call': {
    help: 'Response time of the service.',
    labels: ['operation'],
    /** The service client times out after 4 s and retries, for 6 s in all. */
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
  },
  time_to_outcome: {
    help: 'Time from the press to the outcome.',
    labels: ['kind', 'outcome'],
    /** From a saved card to a bank transfer over a weekend. */
    buckets: [5, 15, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400, 345_600],
  },
} as const

export type HistogramName = keyof typeof histograms

export const alertsOpen = { help: 'Alerts that nobody has settled.' } as const

export const heldReads = { help: 'Reads that wait for a change.' } as const

/** Records metric values in Prometheus or OpenTelemetry. */
export interface MetricsRecorder {
  add(counter: CounterName, labels: Labels, by: 0 | 1): void
  observe(histogram: HistogramName, seconds: number, labels: Labels): void
  changeHeldReads(by: 1 | -1): void
  setAlertsOpen(count: number): void
}

/** Starts every series at 0. Without that, Prometheus sees no increase when the first event sets a new series to 1. */
export function initializeSeries({ add }: Pick<MetricsRecorder, 'add'>): void {
  for (const kind of alertKinds) add('alerts', { kind }, 0)
  for (const { name: kind, paidEvent } of allKinds) {
    for (const result of ['done', 'failed']) add('fulfilments', { kind: paidEvent, result }, 0)
    add('webhooks', { kind, result: 'refused' }, 0)
    for (const outcome of outcomes) {
      add('sessions', { kind, outcome }, 0)
      if (outcome !== 'open') add('found_by_sweep', { kind, outcome }, 0)
    }
  }
}

/** Creates the handler that counts events. It ignores events that are not in the table. */
export const createCountEvent =
  (recorder: MetricsRecorder) =>
  (event: MerchantEvent): void =>
    counts.get(event.event)?.(recorder, event)

type Count = (recorder: MetricsRecorder, event: MerchantEvent) => void

const webhook =
  (result: string): Count =>
  ({ add }, { kind }) =>
    add('webhooks', { kind: shortName(kind), result }, 1)

const fulfilment =
  (result: string): Count =>
  ({ add }, { kind }) =>
    add('fulfilments', { kind: shortName(kind), result }, 1)

const outcomeOf =
  (counter: 'sessions' | 'found_by_sweep'): Count =>
  ({ add }, { kind, outcome }) =>
    add(counter, { kind: shortName(kind), outcome: shortName(outcome) }, 1)

/** A clock that is set back subtracts nothing. */
const secondsIn = (ms: MerchantEvent['ms']): number => Math.max(0, Number(ms ?? 0)) / 1_000

const counts: ReadonlyMap<string, Count> = new Map(
  Object.entries<Count>({
    session_created: outcomeOf('sessions'),
    session_changed(recorder, event) {
      if (event.was === event.outcome) return
      outcomeOf('sessions')(recorder, event)
      const { kind, outcome, age_ms } = event
      recorder.observe('time_to_outcome', secondsIn(age_ms), {
        kind: shortName(kind),
        outcome: shortName(outcome),
      })
    },
    found_by_sweep: outcomeOf('found_by_sweep'),
    alert: ({ add }, { kind }) => add('alerts', { kind: shortName(kind) }, 1),
    fulfilled: fulfilment('done'),
    fulfilment_failed: fulfilment('failed'),
    webhook_done: (recorder, event) => webhook(shortName(event.result))(recorder, event),
    webhook_unreadable: webhook('unreadable'),
    webhook_refused: webhook('refused'),
    webhook_received(recorder, event) {
      if (event.count === 0) webhook('repeated')(recorder, event)
    },
    service_called({ add, observe }, event) {
      const by = { operation: operationLabel(event.operation) }
      const { status } = event
      add('service.calls', { ...by, status: typeof status === 'number' ? status : 'none' }, 1)
      observe('service.call', secondsIn(event.ms), by)
    },
    request({ add }, event) {
      const status = statusClass(event.status)
      add('http.answers', { route: routeLabel(event.route), method: methodLabel(event.method), status }, 1)
    },
    alerts_open: ({ setAlertsOpen }, { count }) => setAlertsOpen(Number(count ?? 0)),
    read_held: ({ changeHeldReads }) => changeHeldReads(1),
    read_released: ({ changeHeldReads }) => changeHeldReads(-1),
  }),
)
