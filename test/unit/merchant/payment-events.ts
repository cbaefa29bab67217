// The events of one payment in the order in which a server emits them, and an instance that turns events into spans.
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import type { OnEvent } from '../../../src/merchant/events.ts'
import type { MerchantEvent } from '../../../src/merchant/log.ts'
import { openTelemetryTraces } from '../../../src/merchant/opentelemetry.ts'

export const session = '0e8c2b6e-1111-8222-8333-944445555666'
/** `printf 'payin-checkout trace\n0e8c…' | sha256sum`, in two parts. */
export const [traceId, paymentSpanId] = ['16986def890131196946c052455e322b', 'b37055b3cbe739be']
const startMs = Date.parse('2026-11-20T12:00:00Z')

export interface Instance {
  readonly onEvent: OnEvent
  spans(): ReadableSpan[]
  named(name: string): ReadableSpan
}

/** An instance with an exporter of its own. */
export async function instance({
  sampler,
  share,
  also = [],
}: {
  sampler?: Sampler
  share?: number
  also?: SpanProcessor[]
} = {}): Promise<Instance> {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    ...(sampler && { sampler }),
    spanProcessors: [...also, new SimpleSpanProcessor(exporter)],
  })
  const { onEvent } = await openTelemetryTraces({ tracerProvider, share })
  const spans = () => exporter.getFinishedSpans()
  return {
    onEvent,
    spans,
    named(name) {
      const found = spans().filter((span) => span.name === name)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} spans are named ${name}.`)
      return found[0]
    },
  }
}

export type EventAt = Omit<MerchantEvent, 'time'> & { readonly atMs?: number }

/** Emits events, each at its time after the start. */
export function emit({ onEvent }: { onEvent: OnEvent }, ...all: readonly EventAt[]): void {
  for (const { atMs = 0, ...event } of all)
    onEvent({ time: new Date(startMs + atMs).toISOString(), ...event } as MerchantEvent)
}

export const pressed = { event: 'request_begun', request: 'r-1', method: 'POST', route: '/checkout/sessions' }
export const created = {
  event: 'session_created',
  request: 'r-1',
  session,
  kind: 'payin',
  attempt: 1,
  outcome: 'open',
}
export const called = {
  event: 'service_called',
  request: 'r-1',
  session,
  operation: 'POST /payins',
  status: 201,
  ms: 30,
}
export const answered = {
  event: 'request',
  request: 'r-1',
  method: 'POST',
  route: '/checkout/sessions',
  status: 201,
  ms: 50,
}
export const create: readonly EventAt[] = [
  pressed,
  { ...created, atMs: 10 },
  { ...called, atMs: 45 },
  { ...answered, atMs: 50 },
]
export const webhookBegun = {
  event: 'request_begun',
  request: 'r-2',
  method: 'POST',
  route: '/webhooks/payins',
}
export const stored = {
  event: 'webhook_stored',
  request: 'r-2',
  session,
  kind: 'payin',
  status: 'COMPLETED',
  count: 1,
}
export const accepted = {
  event: 'request',
  request: 'r-2',
  method: 'POST',
  route: '/webhooks/payins',
  status: 200,
  ms: 5,
}
export const taken = { event: 'webhook_taken', request: 'r-2', session, kind: 'payin', status: 'COMPLETED' }
export const asked = {
  event: 'service_called',
  request: 'r-2',
  session,
  operation: 'GET /payins/:id',
  status: 200,
  ms: 20,
}
export const paid = {
  event: 'session_changed',
  request: 'r-2',
  session,
  kind: 'payin',
  order: 'A-1001',
  payin: '7a0c8a8e-0000-4000-8000-000000000001',
  status: 'COMPLETED',
  was: 'open',
  outcome: 'complete',
  source: 'webhook',
}
export const done = {
  event: 'webhook_done',
  request: 'r-2',
  session,
  kind: 'payin',
  result: 'fetched',
  ms: 30,
}
export const webhook: readonly EventAt[] = [
  { ...webhookBegun, atMs: 1_000 },
  { ...stored, atMs: 1_003 },
  { ...accepted, atMs: 1_005 },
  { ...taken, atMs: 1_010 },
  { ...asked, atMs: 1_035 },
  { ...paid, atMs: 1_038 },
  { ...done, atMs: 1_040 },
]
export const fulfilled = {
  event: 'fulfilled',
  session,
  kind: 'order_paid',
  order: 'A-1001',
  attempt: 1,
  ms: 200,
  atMs: 1_300,
}

const ms = ([seconds, nanoseconds]: [number, number]) => seconds * 1_000 + nanoseconds / 1e6
export const durations = (spans: readonly ReadableSpan[]) =>
  Object.fromEntries(spans.map(({ name, duration }) => [name, ms(duration)]))
/** The parent of each span, by name. The payment itself has no span. */
export const parents = (...all: readonly Instance[]) => {
  const spans = all.flatMap((each) => each.spans())
  const nameOf = (id: string | undefined) =>
    id === paymentSpanId
      ? 'the payment'
      : (spans.find((span) => span.spanContext().spanId === id)?.name ?? 'nobody')
  return Object.fromEntries(spans.map((span) => [span.name, nameOf(span.parentSpanContext?.spanId)]))
}
export const whole = {
  'POST /checkout/sessions': 'the payment',
  'POST /payins': 'POST /checkout/sessions',
  'POST /webhooks/payins': 'the payment',
  'webhook payin': 'POST /webhooks/payins',
  'GET /payins/:id': 'webhook payin',
  'session complete': 'webhook payin',
  'fulfil order_paid': 'the payment',
}
