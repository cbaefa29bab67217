// Turns events into spans. Each is made when its work has ended, and is a child of the span that is active then: the shop's
// own one of the request. Nothing is kept between two events.
import type * as Api from '@opentelemetry/api'
import type { OnEvent } from '../events.ts'
import type { MerchantEvent } from '../log.ts'
import { operationLabel, shortName } from './labels.ts'

interface Work {
  readonly name: string
  readonly kind: Api.SpanKind
  readonly attributes?: Api.Attributes
  /** The `error.type` of work that failed. */
  readonly fault?: string | undefined
}

type Describe = (event: MerchantEvent) => Work | undefined

/** Creates the handler that records spans. It ignores events that are not in the table. */
export function createSpans({ SpanKind, SpanStatusCode }: typeof Api, tracer: Api.Tracer): OnEvent {
  const { CLIENT, CONSUMER, INTERNAL } = SpanKind
  const reached: Describe = ({ kind, was, outcome, status, source }) => ({
    name: `session ${shortName(outcome)}`,
    kind: INTERNAL,
    attributes: {
      'checkout.kind': shortName(kind),
      'checkout.outcome': shortName(outcome),
      ...(was !== undefined && { 'checkout.was': shortName(was) }),
      ...(status !== undefined && { 'checkout.status': shortName(status) }),
      ...(source !== undefined && { 'checkout.source': shortName(source) }),
    },
  })
  const webhook = ({ kind }: MerchantEvent) => ({ name: `webhook ${shortName(kind)}`, kind: CONSUMER })
  const fulfilment = ({ kind, attempt }: MerchantEvent) => ({
    name: `fulfil ${shortName(kind)}`,
    kind: INTERNAL,
    ...(typeof attempt === 'number' && { attributes: { 'checkout.attempt': attempt } }),
  })
  const described: ReadonlyMap<string, Describe> = new Map(
    Object.entries<Describe>({
      session_created: reached,
      session_changed: (event) => (event.was === event.outcome ? undefined : reached(event)),
      service_called: calledService(CLIENT),
      // One that is given up had its span when its last try failed.
      webhook_done: (event) =>
        event.result === 'given_up'
          ? undefined
          : { ...webhook(event), attributes: { 'checkout.result': shortName(event.result) } },
      webhook_failed: (event) => ({ ...webhook(event), fault: errorTypeOf(event) }),
      fulfilled: fulfilment,
      fulfilment_failed: (event) => ({ ...fulfilment(event), fault: errorTypeOf(event) }),
      alert({ kind }) {
        const fault = shortName(kind)
        return { name: `alert ${fault}`, kind: INTERNAL, fault }
      },
    }),
  )
  return (event) => {
    const work = described.get(event.event)?.(event)
    if (!work) return
    const { name, kind, attributes = {}, fault } = work
    const endMs = Date.parse(event.time)
    const tookMs = typeof event.ms === 'number' ? Math.max(0, event.ms) : 0
    // A Date, not a number: an SDK may read a number as a time since 1970 or since the start of the process.
    const span = tracer.startSpan(name, { kind, attributes, startTime: new Date(endMs - tookMs) })
    if (fault !== undefined) span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR })
    span.end(new Date(endMs))
  }
}

const calledService =
  (kind: Api.SpanKind): Describe =>
  ({ operation, status }) => {
    const name = operationLabel(operation)
    const [verb = '', template = ''] = name.split(' ')
    const attributes = { 'http.request.method': verb, 'url.template': template }
    if (typeof status !== 'number') return { name, kind, attributes, fault: 'no_answer' }
    const fault = status >= 400 ? String(status) : undefined
    return { name, kind, attributes: { ...attributes, 'http.response.status_code': status }, fault }
  }

/** Only the name of the error: its message may contain foreign text. */
const errorTypeOf = ({ message }: MerchantEvent): string => shortName(/^\w+/.exec(String(message ?? ''))?.[0])
