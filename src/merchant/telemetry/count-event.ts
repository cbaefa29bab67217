// What is counted, and by which event: one table for Prometheus and OpenTelemetry. Labels are words of ours: an id or an
// address in one would be a series per shopper, and a secret in every backup. docs/metrics.md says what each is for.
import type { Outcome } from '../../server/index.ts'
import { alertKinds } from '../alerts.ts'
import { allKinds } from '../kinds/kinds.ts'
import type { MerchantEvent } from '../log.ts'
import { label, methodLabel, operationLabel, routeLabel, statusClass } from './labels.ts'

/** What is counted, by what it is called here. */
export const counters = {
  sessions: { help: 'Sessions that came to an outcome.', labels: ['kind', 'outcome'] },
  webhooks: { help: 'Webhooks by what became of them.', labels: ['kind', 'result'] },
  foundBySweep: { help: 'Outcomes that no webhook had told.', labels: ['kind', 'outcome'] },
  alerts: { help: 'What a person must look at.', labels: ['kind'] },
  fulfilments: { help: 'Tellings of money that has come.', labels: ['kind', 'result'] },
  serviceCalls: { help: 'Requests to the service.', labels: ['operation', 'status'] },
  httpAnswers: { help: 'Answers of this server.', labels: ['route', 'method', 'status'] },
} as const

export type CounterName = keyof typeof counters
export type Labels = Readonly<Record<string, string | number>>

export const callSeconds = {
  help: 'How long the service took to answer.',
  labels: ['operation'],
  /** The client gives up after 4 s and repeats, up to 6 s. */
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
} as const

export const heldReads = { help: 'Reads that wait for news.' } as const

/** Where numbers are kept. */
export interface MetricsRecorder {
  add(counter: CounterName, labels: Labels, by: 0 | 1): void
  observeCall(seconds: number, labels: Labels): void
  changeHeldReads(by: 1 | -1): void
}

const outcomes: Readonly<Record<Outcome, true>> = {
  open: true,
  authorized: true,
  complete: true,
  failed: true,
  expired: true,
}

/** A series that begins with its first event hides it: Prometheus sees no growth from nothing to one. */
export function initializeSeries({ add }: Pick<MetricsRecorder, 'add'>): void {
  for (const kind of alertKinds) add('alerts', { kind }, 0)
  for (const { name: kind } of allKinds) {
    for (const outcome of Object.keys(outcomes)) {
      add('sessions', { kind, outcome }, 0)
      if (outcome !== 'open') add('foundBySweep', { kind, outcome }, 0)
    }
  }
}

/** Makes the handler that counts each event. One that is not counted, or of another version, changes nothing. */
export const createCountEvent =
  (counting: MetricsRecorder) =>
  (told: MerchantEvent): void =>
    countBy.get(told.event)?.(counting, told)

type Count = (counting: MetricsRecorder, told: MerchantEvent) => void

const webhook =
  (result: string): Count =>
  ({ add }, { kind }) =>
    add('webhooks', { kind: label(kind), result }, 1)

const fulfilment =
  (result: string): Count =>
  ({ add }, { kind }) =>
    add('fulfilments', { kind: label(kind), result }, 1)

const outcomeOf =
  (counter: 'sessions' | 'foundBySweep'): Count =>
  ({ add }, { kind, outcome }) =>
    add(counter, { kind: label(kind), outcome: label(outcome) }, 1)

const countBy: ReadonlyMap<string, Count> = new Map(
  Object.entries<Count>({
    session_created: outcomeOf('sessions'),
    session_changed(counting, told) {
      if (told.was !== told.outcome) outcomeOf('sessions')(counting, told)
    },
    found_by_sweep: outcomeOf('foundBySweep'),
    alert: ({ add }, { kind }) => add('alerts', { kind: label(kind) }, 1),
    fulfilled: fulfilment('done'),
    fulfilment_failed: fulfilment('failed'),
    webhook_done: (counting, told) => webhook(label(told.result))(counting, told),
    webhook_unreadable: webhook('unreadable'),
    webhook_refused: webhook('refused'),
    webhook_stored(counting, told) {
      if (told.count === 0) webhook('repeated')(counting, told)
    },
    service_called({ add, observeCall }, told) {
      const by = { operation: operationLabel(told.operation) }
      const { status } = told
      add('serviceCalls', { ...by, status: typeof status === 'number' ? status : 'none' }, 1)
      observeCall(Math.max(0, Number(told.ms ?? 0)) / 1_000, by)
    },
    request({ add }, told) {
      const status = statusClass(told.status)
      add('httpAnswers', { route: routeLabel(told.route), method: methodLabel(told.method), status }, 1)
    },
    read_held: ({ changeHeldReads }) => changeHeldReads(1),
    read_released: ({ changeHeldReads }) => changeHeldReads(-1),
  }),
)
