// Turns events into spans. A span starts early enough to be the parent of the work inside it, and nothing waits for it.
// All times of a span come from the instance that emits the event, so another instance's clock cannot make a duration
// too long or negative.
import type * as Api from '@opentelemetry/api'
import type { OnEvent } from '../events.ts'
import type { MerchantEvent } from '../log.ts'
import { createBoundedMap } from './bounded-map.ts'
import { methodLabel, operationLabel, routeLabel, shortName } from './labels.ts'
import { isSampled, paymentTraceOf } from './payment-trace.ts'

/** Maximum number of open requests and open webhook spans: more than any server handles at once. */
const maxOpen = 10_000
/** A create request also queries the earlier payments of its order. There are few of them. */
const maxSessionsPerRequest = 20
/**
 * Allowed difference between the clock and the measured duration. A larger one means that the clock was set meanwhile.
 */
const toleranceMs = 5

/** An open request and its spans. */
interface RequestSpans {
  readonly startedMs: number
  readonly method: string
  readonly route: string
  /** By the id of the session's row. */
  readonly spans: Map<string, Api.Span>
  /** Whether it stored a webhook that is still to be processed, often after the response. */
  hasWork: boolean
  hasEnded: boolean
}

interface OpenSpan {
  readonly span: Api.Span
  readonly startedMs: number
}

interface SpanOptions {
  readonly name: string
  readonly kind: Api.SpanKind
  readonly startedMs: number
  readonly attributes?: Api.Attributes
}

type SessionEvent = MerchantEvent & { readonly session: string }

const hasSession = (event: MerchantEvent): event is SessionEvent =>
  typeof event.session === 'string' && event.session !== ''

/**
 * Creates the handler that records spans.
 * @param share the share of payments whose parent is marked as sampled, 0 to 1
 */
export function createPaymentSpans(api: typeof Api, tracer: Api.Tracer, share: number): OnEvent {
  const { SpanKind, SpanStatusCode, TraceFlags, context, trace } = api
  const requests = createBoundedMap<RequestSpans>(maxOpen)
  const works = createBoundedMap<OpenSpan>(maxOpen)

  /**
   * The context of the payment's root span. That span is never recorded. It is marked as remote, so that the sampler is
   * asked about each child.
   */
  function paymentContext(session: string): { parent: Api.Context; links: Api.Link[] } {
    const ids = paymentTraceOf(session)
    const traceFlags = isSampled(ids, share) ? TraceFlags.SAMPLED : TraceFlags.NONE
    const parent = trace.setSpanContext(context.active(), { ...ids, traceFlags, isRemote: true })
    // The shop may trace the request itself, in another trace. A link leads from the payment to that trace.
    const active = trace.getActiveSpan()?.spanContext()
    const isAnother = active && trace.isSpanContextValid(active) && active.traceId !== ids.traceId
    return { parent, links: isAnother ? [{ context: active }] : [] }
  }

  function startSpan(session: string, within: Api.Span | undefined, part: SpanOptions): Api.Span {
    const { name, kind, attributes = {} } = part
    const { parent, links } = within
      ? { parent: trace.setSpan(context.active(), within), links: [] }
      : paymentContext(session)
    // A Date, not a number: an SDK may read a number as a time since 1970 or since the start of the process.
    return tracer.startSpan(name, { kind, attributes, links, startTime: new Date(part.startedMs) }, parent)
  }

  function end({ span, startedMs }: OpenSpan, atMs: number): void {
    span.end(new Date(Math.max(startedMs, atMs)))
  }

  /** Records work that has ended already, as a span of its duration. */
  function recordSpan(
    event: SessionEvent,
    within: Api.Span | undefined,
    part: Omit<SpanOptions, 'startedMs'>,
    fault?: string,
  ): void {
    const atMs = timeOf(event)
    const startedMs = atMs - msOf(event)
    const span = startSpan(event.session, within, { ...part, startedMs })
    if (fault !== undefined) fail(span, fault)
    end({ span, startedMs }, atMs)
  }

  function fail(span: Api.Span, type: string): void {
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }

  /** The span of the event's request, in the trace of the event's session. */
  function spanOfRequest({ request, session }: SessionEvent): Api.Span | undefined {
    const open = requests.get(String(request))
    if (!open) return undefined
    const known = open.spans.get(session)
    if (known || open.hasEnded || open.spans.size >= maxSessionsPerRequest) return known
    const span = startSpan(session, undefined, {
      name: `${open.method} ${open.route}`,
      kind: SpanKind.SERVER,
      startedMs: open.startedMs,
      attributes: { 'http.request.method': open.method, 'http.route': open.route },
    })
    open.spans.set(session, span)
    return span
  }

  const parentSpanOf = (event: SessionEvent) => works.get(workKey(event))?.span ?? spanOfRequest(event)

  function endRequest(open: RequestSpans, endMs: number, status: unknown): void {
    for (const span of open.spans.values()) {
      if (typeof status === 'number') span.setAttribute('http.response.status_code', status)
      if (Number(status) >= 500) fail(span, String(status))
      end({ span, startedMs: open.startedMs }, endMs)
    }
  }

  function endWork(event: SessionEvent, fault?: string): void {
    const work = works.remove(workKey(event))
    const open = requests.get(String(event.request))
    if (open) open.hasWork = false
    if (open?.hasEnded) requests.remove(String(event.request))
    const attributes = { 'checkout.result': shortName(event.result) }
    if (work) {
      if (fault === undefined) work.span.setAttributes(attributes)
      else fail(work.span, fault)
      return end(work, endOf(work.startedMs, event))
    }
    // There is no open span when the session became known only during the work. A webhook that was given up had its span
    // when its last try failed.
    if (event.result !== 'given_up')
      recordSpan(event, undefined, { ...webhookPart(event), attributes }, fault)
  }

  const webhookPart = ({ kind }: MerchantEvent) => ({
    name: `webhook ${shortName(kind)}`,
    kind: SpanKind.CONSUMER,
  })

  const recordFulfilment = (event: SessionEvent, fault?: string) =>
    // A child of the payment, not of the event that completed it: often another instance fulfils, or this one much later.
    recordSpan(
      event,
      undefined,
      {
        name: `fulfil ${shortName(event.kind)}`,
        kind: SpanKind.INTERNAL,
        attributes: attemptOf(event),
      },
      fault,
    )

  const onEvents: ReadonlyMap<string, (event: SessionEvent) => void> = new Map(
    Object.entries<(event: SessionEvent) => void>({
      session_created(event) {
        spanOfRequest(event)?.setAttributes({
          'checkout.kind': shortName(event.kind),
          ...attemptOf(event),
        })
      },
      create_failed(event) {
        spanOfRequest(event)?.addEvent(
          'create_failed',
          { 'error.type': shortName(event.kind) },
          dateOf(event),
        )
      },
      service_called(event) {
        const name = operationLabel(event.operation)
        const [verb = '', template = ''] = name.split(' ')
        const isAnswer = typeof event.status === 'number'
        const attributes = {
          'http.request.method': verb,
          'url.template': template,
          ...(isAnswer && { 'http.response.status_code': event.status as number }),
        }
        const fault = isAnswer
          ? Number(event.status) >= 400
            ? String(event.status)
            : undefined
          : 'no_answer'
        recordSpan(event, parentSpanOf(event), { name, kind: SpanKind.CLIENT, attributes }, fault)
      },
      webhook_stored(event) {
        // A repeated webhook is ignored: somebody who replays webhooks must not fill the trace.
        if (event.count === 0) return
        spanOfRequest(event)?.setAttributes({
          'checkout.kind': shortName(event.kind),
          'checkout.status': shortName(event.status),
        })
        const open = requests.get(String(event.request))
        if (open) open.hasWork = true
      },
      webhook_taken(event) {
        const startedMs = timeOf(event)
        const attributes = { 'checkout.status': shortName(event.status) }
        const within = requests.get(String(event.request))?.spans.get(event.session)
        const span = startSpan(event.session, within, { ...webhookPart(event), startedMs, attributes })
        const before = works.add(workKey(event), { span, startedMs })
        if (before) end(before, startedMs)
      },
      webhook_done: (event) => endWork(event),
      webhook_failed: (event) => endWork(event, errorTypeOf(event)),
      session_changed(event) {
        const within = parentSpanOf(event)
        if (event.was === event.outcome) {
          within?.addEvent('session_changed', { 'checkout.status': shortName(event.status) }, dateOf(event))
          return
        }
        const attributes = {
          'checkout.kind': shortName(event.kind),
          'checkout.was': shortName(event.was),
          'checkout.outcome': shortName(event.outcome),
          'checkout.status': shortName(event.status),
          'checkout.source': shortName(event.source),
        }
        recordSpan(event, within, {
          name: `session ${shortName(event.outcome)}`,
          kind: SpanKind.INTERNAL,
          attributes,
        })
      },
      alert(event) {
        const kind = shortName(event.kind)
        recordSpan(event, parentSpanOf(event), { name: `alert ${kind}`, kind: SpanKind.INTERNAL }, kind)
      },
      fulfilled: (event) => recordFulfilment(event),
      fulfilment_failed: (event) => recordFulfilment(event, errorTypeOf(event)),
    }),
  )

  function requestBegun(event: MerchantEvent): void {
    const verb = methodLabel(event.method)
    const before = requests.add(String(event.request), {
      startedMs: timeOf(event),
      method: verb === 'other' ? '_OTHER' : verb,
      route: routeLabel(event.route),
      spans: new Map(),
      hasWork: false,
      hasEnded: false,
    })
    if (before && !before.hasEnded) endRequest(before, timeOf(event), null)
  }

  function requestEnded(event: MerchantEvent): void {
    const open = requests.get(String(event.request))
    if (!open || open.hasEnded) return
    open.hasEnded = true
    // Keep it while its webhook is processed: it is the parent of that span.
    if (!open.hasWork) requests.remove(String(event.request))
    endRequest(open, endOf(open.startedMs, event), event.status)
  }

  return (event) => {
    if (event.event === 'request_begun') requestBegun(event)
    else if (event.event === 'request') requestEnded(event)
    else if (hasSession(event)) onEvents.get(event.event)?.(event)
  }
}

const workKey = ({ request, session }: SessionEvent): string => `${request ?? ''} ${session}`

const timeOf = ({ time }: MerchantEvent): number => Date.parse(time)
const dateOf = (event: MerchantEvent): Date => new Date(timeOf(event))
const msOf = ({ ms }: MerchantEvent): number => (typeof ms === 'number' && ms > 0 ? ms : 0)

/** The time of the event. If the clock was set meanwhile: the start time plus the measured duration. */
function endOf(startedMs: number, event: MerchantEvent): number {
  const measuredMs = startedMs + msOf(event)
  return Math.abs(timeOf(event) - measuredMs) <= toleranceMs ? timeOf(event) : measuredMs
}

const attemptOf = ({ attempt }: MerchantEvent): Api.Attributes =>
  typeof attempt === 'number' ? { 'checkout.attempt': attempt } : {}

/** Only the name of the error: its message may contain foreign text. */
const errorTypeOf = ({ message }: MerchantEvent): string => shortName(/^\w+/.exec(String(message ?? ''))?.[0])
