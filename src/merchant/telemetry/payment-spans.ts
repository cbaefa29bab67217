// From events to spans. A span is begun when what it is the parent of can begin, and is never waited for. Times are those
// of the instance that tells the event, so that a clock of another instance makes no duration longer or negative.
import type * as Api from '@opentelemetry/api'
import type { OnEvent } from '../events.ts'
import type { MerchantEvent } from '../log.ts'
import { createBoundedMap } from './bounded-map.ts'
import { label, methodLabel, operationLabel, routeLabel } from './labels.ts'
import { isSampled, paymentTraceOf } from './payment-trace.ts'

/** What is under way at once; more than any server answers at once. */
const maxOpen = 10_000
/** A press asks about the earlier payments of its order, which are few. */
const maxSessionsPerRequest = 20
/** Between the clock and the measured time; more means that the clock was set meanwhile. */
const toleranceMs = 5

/** A request that was begun. */
interface RequestSpans {
  readonly beganMs: number
  readonly method: string
  readonly route: string
  /** By the row of the session that it is about. */
  readonly spans: Map<string, Api.Span>
  /** A webhook that is worked on, often after the request was answered. */
  hasWork: boolean
  isOver: boolean
}

interface OpenSpan {
  readonly span: Api.Span
  readonly beganMs: number
}

interface SpanOptions {
  readonly name: string
  readonly kind: Api.SpanKind
  readonly beganMs: number
  readonly attributes?: Api.Attributes
}

type SessionEvent = MerchantEvent & { readonly session: string }

const hasSession = (told: MerchantEvent): told is SessionEvent =>
  typeof told.session === 'string' && told.session !== ''

/** Makes the handler. @param share of the payments whose parent is marked as sampled, from 0 to 1 */
export function createPaymentSpans(api: typeof Api, tracer: Api.Tracer, share: number): OnEvent {
  const { SpanKind, SpanStatusCode, TraceFlags, context, trace } = api
  const requests = createBoundedMap<RequestSpans>(maxOpen)
  const works = createBoundedMap<OpenSpan>(maxOpen)

  /** The payment's own span, which nobody records, as if it came from elsewhere: so a sampler is asked about each part. */
  function underPayment(session: string): { parent: Api.Context; links: Api.Link[] } {
    const ids = paymentTraceOf(session)
    const traceFlags = isSampled(ids, share) ? TraceFlags.SAMPLED : TraceFlags.NONE
    const parent = trace.setSpanContext(context.active(), { ...ids, traceFlags, isRemote: true })
    // The shop's own trace of the request is another one; the link leads from the payment to it.
    const around = trace.getActiveSpan()?.spanContext()
    const isAnother = around && trace.isSpanContextValid(around) && around.traceId !== ids.traceId
    return { parent, links: isAnother ? [{ context: around }] : [] }
  }

  function begin(session: string, within: Api.Span | undefined, part: SpanOptions): Api.Span {
    const { name, kind, attributes = {} } = part
    const { parent, links } = within
      ? { parent: trace.setSpan(context.active(), within), links: [] }
      : underPayment(session)
    // A Date: the API lets an SDK take a number for a time since 1970 or since the start of the process.
    return tracer.startSpan(name, { kind, attributes, links, startTime: new Date(part.beganMs) }, parent)
  }

  function end({ span, beganMs }: OpenSpan, atMs: number): void {
    span.end(new Date(Math.max(beganMs, atMs)))
  }

  /** Something that has happened, as a span of the time that it took. */
  function past(
    told: SessionEvent,
    within: Api.Span | undefined,
    part: Omit<SpanOptions, 'beganMs'>,
    fault?: string,
  ): void {
    const atMs = timeOf(told)
    const beganMs = atMs - msOf(told)
    const span = begin(told.session, within, { ...part, beganMs })
    if (fault !== undefined) fail(span, fault)
    end({ span, beganMs }, atMs)
  }

  function fail(span: Api.Span, type: string): void {
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }

  /** The span of the request that an event belongs to, in the trace of the event's session. */
  function spanOfRequest({ request, session }: SessionEvent): Api.Span | undefined {
    const asked = requests.get(String(request))
    if (!asked) return undefined
    const known = asked.spans.get(session)
    if (known || asked.isOver || asked.spans.size >= maxSessionsPerRequest) return known
    const span = begin(session, undefined, {
      name: `${asked.method} ${asked.route}`,
      kind: SpanKind.SERVER,
      beganMs: asked.beganMs,
      attributes: { 'http.request.method': asked.method, 'http.route': asked.route },
    })
    asked.spans.set(session, span)
    return span
  }

  const around = (told: SessionEvent) => works.get(workKey(told))?.span ?? spanOfRequest(told)

  function endRequest(asked: RequestSpans, endMs: number, status: unknown): void {
    for (const span of asked.spans.values()) {
      if (typeof status === 'number') span.setAttribute('http.response.status_code', status)
      if (Number(status) >= 500) fail(span, String(status))
      end({ span, beganMs: asked.beganMs }, endMs)
    }
  }

  function endWork(told: SessionEvent, fault?: string): void {
    const work = works.take(workKey(told))
    const asked = requests.get(String(told.request))
    if (asked) asked.hasWork = false
    if (asked?.isOver) requests.take(String(told.request))
    const attributes = { 'checkout.result': label(told.result) }
    if (work) {
      if (fault === undefined) work.span.setAttributes(attributes)
      else fail(work.span, fault)
      return end(work, endOf(work.beganMs, told))
    }
    // Its session turned out on the way. One that is given up has failed just now, and had its span.
    if (told.result !== 'given_up') past(told, undefined, { ...webhookPart(told), attributes }, fault)
  }

  const webhookPart = ({ kind }: MerchantEvent) => ({
    name: `webhook ${label(kind)}`,
    kind: SpanKind.CONSUMER,
  })

  const fulfil = (told: SessionEvent, fault?: string) =>
    // Under the payment and not under what brought the money: often another instance does it, or the same much later.
    past(
      told,
      undefined,
      { name: `fulfil ${label(told.kind)}`, kind: SpanKind.INTERNAL, attributes: attemptOf(told) },
      fault,
    )

  const onEvents: ReadonlyMap<string, (told: SessionEvent) => void> = new Map(
    Object.entries<(told: SessionEvent) => void>({
      session_created(told) {
        spanOfRequest(told)?.setAttributes({
          'checkout.kind': label(told.kind),
          ...attemptOf(told),
        })
      },
      create_failed(told) {
        spanOfRequest(told)?.addEvent('create_failed', { 'error.type': label(told.kind) }, dateOf(told))
      },
      service_called(told) {
        const name = operationLabel(told.operation)
        const [verb = '', template = ''] = name.split(' ')
        const isAnswer = typeof told.status === 'number'
        const attributes = {
          'http.request.method': verb,
          'url.template': template,
          ...(isAnswer && { 'http.response.status_code': told.status as number }),
        }
        const fault = isAnswer ? (Number(told.status) >= 400 ? String(told.status) : undefined) : 'no_answer'
        past(told, around(told), { name, kind: SpanKind.CLIENT, attributes }, fault)
      },
      webhook_stored(told) {
        // Played again, it says nothing; who does so for fun must not fill the trace.
        if (told.count === 0) return
        spanOfRequest(told)?.setAttributes({
          'checkout.kind': label(told.kind),
          'checkout.status': label(told.status),
        })
        const asked = requests.get(String(told.request))
        if (asked) asked.hasWork = true
      },
      webhook_taken(told) {
        const beganMs = timeOf(told)
        const attributes = { 'checkout.status': label(told.status) }
        const within = requests.get(String(told.request))?.spans.get(told.session)
        const span = begin(told.session, within, { ...webhookPart(told), beganMs, attributes })
        const before = works.add(workKey(told), { span, beganMs })
        if (before) end(before, beganMs)
      },
      webhook_done: (told) => endWork(told),
      webhook_failed: (told) => endWork(told, errorTypeOf(told)),
      session_changed(told) {
        const within = around(told)
        if (told.was === told.outcome) {
          within?.addEvent('session_changed', { 'checkout.status': label(told.status) }, dateOf(told))
          return
        }
        const attributes = {
          'checkout.kind': label(told.kind),
          'checkout.was': label(told.was),
          'checkout.outcome': label(told.outcome),
          'checkout.status': label(told.status),
          'checkout.source': label(told.source),
        }
        past(told, within, { name: `session ${label(told.outcome)}`, kind: SpanKind.INTERNAL, attributes })
      },
      alert(told) {
        const kind = label(told.kind)
        past(told, around(told), { name: `alert ${kind}`, kind: SpanKind.INTERNAL }, kind)
      },
      fulfilled: (told) => fulfil(told),
      fulfilment_failed: (told) => fulfil(told, errorTypeOf(told)),
    }),
  )

  function requestBegun(told: MerchantEvent): void {
    const verb = methodLabel(told.method)
    const before = requests.add(String(told.request), {
      beganMs: timeOf(told),
      method: verb === 'other' ? '_OTHER' : verb,
      route: routeLabel(told.route),
      spans: new Map(),
      hasWork: false,
      isOver: false,
    })
    if (before && !before.isOver) endRequest(before, timeOf(told), null)
  }

  function requestOver(told: MerchantEvent): void {
    const asked = requests.get(String(told.request))
    if (!asked || asked.isOver) return
    asked.isOver = true
    // Kept for the work on its webhook, whose parent it is.
    if (!asked.hasWork) requests.take(String(told.request))
    endRequest(asked, endOf(asked.beganMs, told), told.status)
  }

  return (told) => {
    if (told.event === 'request_begun') requestBegun(told)
    else if (told.event === 'request') requestOver(told)
    else if (hasSession(told)) onEvents.get(told.event)?.(told)
  }
}

const workKey = ({ request, session }: SessionEvent): string => `${request ?? ''} ${session}`

const timeOf = ({ time }: MerchantEvent): number => Date.parse(time)
const dateOf = (told: MerchantEvent): Date => new Date(timeOf(told))
const msOf = ({ ms }: MerchantEvent): number => (typeof ms === 'number' && ms > 0 ? ms : 0)

/** The clock's own time, unless it was set meanwhile: then so long after the begin as it was measured. */
function endOf(beganMs: number, told: MerchantEvent): number {
  const measuredMs = beganMs + msOf(told)
  return Math.abs(timeOf(told) - measuredMs) <= toleranceMs ? timeOf(told) : measuredMs
}

const attemptOf = ({ attempt }: MerchantEvent): Api.Attributes =>
  typeof attempt === 'number' ? { 'checkout.attempt': attempt } : {}

/** The error's name alone: what follows may be anybody's words. */
const errorTypeOf = ({ message }: MerchantEvent): string => label(/^\w+/.exec(String(message ?? ''))?.[0])
