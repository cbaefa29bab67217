// Numbers for Prometheus. Most are counted from the log's lines, so that whatever is counted can be looked up there.
// Labels are words of ours: an id or an address in one would be a series per shopper, and a secret in every backup.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Kind, Outcome } from '../server/index.ts'
import { alertKinds } from './alerts.ts'
import type { Answer, Metrics } from './counting.ts'
import type { Log, LogFields } from './log.ts'
import type { ObservedCall } from './service/upstream.ts'

const kinds: Readonly<Record<Kind, true>> = { payin: true, payout: true, bank_transfer: true, on_ramp: true }
const outcomes: Readonly<Record<Outcome, true>> = {
  open: true,
  authorized: true,
  complete: true,
  failed: true,
  expired: true,
}
const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
/** The client gives up after 4 s and repeats, up to 6 s. */
const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8]

/** Makes the numbers of one server, in a registry of their own. docs/metrics.md says what each is for. */
export function createMetrics(): Metrics & { readonly registry: Registry } {
  const registry = new Registry()
  const numbers = createNumbers(registry)
  beginAtZero(numbers)

  return {
    /** A log that writes what it is given, and counts it. */
    counting(log: Log): Log {
      return (event, fields = {}) => {
        countLine(numbers, event, fields)
        log(event, fields)
      }
    },
    observeCall({ operation, status, ms }: ObservedCall): void {
      const name = /^[A-Z]+ (other|(\/[a-z0-9-]+)+(\/:id)?)$/i.test(operation) ? operation : 'other'
      numbers.calls.inc({ operation: name, status: status === 'no_answer' ? 'none' : status })
      numbers.callSeconds.observe({ operation: name }, ms / 1000)
    },
    countAnswer({ route, method, status }: Answer): void {
      const by = methods.has(method) ? method : 'other'
      numbers.answers.inc({ route, method: by, status: `${Math.trunc(status / 100)}xx` })
    },
    /** Adds memory, processor and event loop. Node measures them from then on until the process ends. */
    watchProcess() {
      collectDefaultMetrics({ register: registry })
    },
    registry,
    contentType: registry.contentType,
    /** All numbers as Prometheus reads them. @param heldReads how many there are now */
    async text(heldReads: number): Promise<string> {
      numbers.heldReads.set(heldReads)
      return registry.metrics()
    },
  }
}

function createNumbers(registry: Registry) {
  const registers = [registry]
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers })
  return {
    sessions: counter('checkout_sessions_total', 'Sessions that came to an outcome.', ['kind', 'outcome']),
    webhooks: counter('checkout_webhooks_total', 'Webhooks by what became of them.', ['kind', 'result']),
    foundBySweep: counter('checkout_found_by_sweep_total', 'Outcomes that no webhook had told.', [
      'kind',
      'outcome',
    ]),
    alerts: counter('checkout_alerts_total', 'What a person must look at.', ['kind']),
    fulfilments: counter('checkout_fulfilments_total', 'Tellings of money that has come.', [
      'kind',
      'result',
    ]),
    calls: counter('checkout_service_calls_total', 'Requests to the service.', ['operation', 'status']),
    callSeconds: new Histogram({
      name: 'checkout_service_call_seconds',
      help: 'How long the service took to answer.',
      labelNames: ['operation'],
      buckets: seconds,
      registers,
    }),
    heldReads: new Gauge({ name: 'checkout_held_reads', help: 'Reads that wait for news.', registers }),
    answers: counter('checkout_http_answers_total', 'Answers of this server.', ['route', 'method', 'status']),
  }
}

type Numbers = ReturnType<typeof createNumbers>

/** A series that begins with its first event hides it: Prometheus sees no growth from nothing to one. */
function beginAtZero({ sessions, foundBySweep, alerts }: Numbers): void {
  for (const kind of alertKinds) alerts.inc({ kind }, 0)
  for (const kind of Object.keys(kinds)) {
    for (const outcome of Object.keys(outcomes)) {
      sessions.inc({ kind, outcome }, 0)
      if (outcome !== 'open') foundBySweep.inc({ kind, outcome }, 0)
    }
  }
}

function countLine(
  { sessions, webhooks, foundBySweep, alerts, fulfilments }: Numbers,
  event: string,
  fields: LogFields,
) {
  const kind = word(fields.kind)
  const outcome = word(fields.outcome)
  if (event === 'session_created') sessions.inc({ kind, outcome })
  else if (event === 'session_changed' && fields.was !== fields.outcome) sessions.inc({ kind, outcome })
  else if (event === 'found_by_sweep') foundBySweep.inc({ kind, outcome })
  else if (event === 'alert') alerts.inc({ kind })
  else if (event === 'fulfilled') fulfilments.inc({ kind, result: 'done' })
  else if (event === 'fulfilment_failed') fulfilments.inc({ kind, result: 'failed' })
  else if (event === 'webhook_done') webhooks.inc({ kind, result: word(fields.result) })
  else if (event === 'webhook_unreadable') webhooks.inc({ kind, result: 'unreadable' })
  else if (event === 'webhook_refused') webhooks.inc({ kind, result: 'refused' })
  else if (event === 'webhook_stored' && fields.count === 0) webhooks.inc({ kind, result: 'repeated' })
}

/** Lets words through and nothing that could name an order or a shopper. */
function word(value: string | number | null | undefined): string {
  return typeof value === 'string' && /^[a-z]+([._][a-z]+)*$/i.test(value) && value.length <= 40
    ? value
    : 'other'
}
