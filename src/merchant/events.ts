// `onEvent`: the one interface for logs, metrics and spans. It gets more events than a log: a response to each read or a
// call to the service is useful for metrics and would be noise in a log. What an event may contain is decided in log.ts.
import {
  createEventLog,
  errorFields,
  type Log,
  type LogFields,
  type MerchantEvent,
  writeLine,
} from './log.ts'

/** Called for each event, in order. Put slow work into a queue: the shopper's request waits for the handler. */
export type OnEvent = (event: MerchantEvent) => void

/** Events for metrics and spans only. They are never written to a log. */
const measured = [
  /** A read starts to wait for a change, and stops to wait. */
  'read_held',
  'read_released',
  /** A call to the service has ended, with or without an answer. */
  'service_called',
  /** How many alerts nobody has settled. */
  'alerts_open',
] as const

/**
 * Emits a measurement. It is `undefined` when there are no handlers, so that session reads, the hot path, pay nothing.
 */
export type Measure = (event: 'request' | (typeof measured)[number], fields?: LogFields) => void

const notWritten: ReadonlySet<string> = new Set(measured)

/** Whether a request is a successful read. These are most of the traffic, and nobody looks them up in a log. */
export const isSuccessfulRead = (method: unknown, status: unknown): boolean =>
  method === 'GET' && typeof status === 'number' && status < 400

/**
 * Whether an event belongs in a log. The others are for metrics and spans only: the response to a read, a call to the
 * service. For shops that pass events to their own logger.
 */
export const isLine = ({ event, method, status }: MerchantEvent): boolean =>
  !notWritten.has(event) && !(event === 'request' && isSuccessfulRead(method, status))

/**
 * Creates a handler that writes events as lines of JSON, like the default without `onEvent`. Use it beside others:
 * `onEvent: [jsonLines(), …]`. How many lines a flood of requests writes: docs/limits.md.
 * @param write receives one line without its line break; by default `console.log`
 */
export function jsonLines(write?: (line: string) => void): OnEvent {
  return (event) => {
    if (isLine(event)) writeLine(event, write)
  }
}

export interface Events {
  readonly log: Log
  readonly measure: Measure | undefined
}

/**
 * Connects the handlers. Without `onEvent`, events are written as lines; with an empty list, nothing is written.
 * @param internalHandlers handlers of the server itself, in addition to those of the shop
 */
export function openEvents(
  onEvent: OnEvent | readonly OnEvent[] | undefined,
  internalHandlers: readonly OnEvent[] = [],
): Events {
  const lines = jsonLines()
  const given = onEvent === undefined ? [lines] : [onEvent].flat()
  // A shop may give the same handler as `metrics` and in `onEvent`: it must not count twice.
  const handlers = [...new Set([...given, ...internalHandlers])]
  const log = createEventLog(dispatchToEach(handlers, lines))
  return { log, measure: handlers.some((handler) => handler !== lines) ? log : undefined }
}

/**
 * An error in a handler must neither stop a payment nor keep the event from the next handler. The event is then written
 * as a line, with the error: a line that is written twice is better than a lost one. For events that are never lines the
 * error is written once for each of their names: a broken handler fails at each read.
 */
function dispatchToEach(handlers: readonly OnEvent[], write: OnEvent): OnEvent {
  const writeFault = createEventLog(write)
  const reported = new Set<string>()
  function failed(event: MerchantEvent, error: unknown): void {
    if (!isLine(event)) {
      if (reported.has(event.event)) return
      reported.add(event.event)
    }
    try {
      write(event)
      writeFault('on_event_failed', { line: event.event, ...errorFields(error) })
    } catch {
      // The console fails too, so there is no place to write this.
    }
  }
  return (event) => {
    for (const handler of handlers) {
      try {
        // An async handler fails later. Without a catch, its rejection would end the process.
        const result: unknown = handler(event)
        if (result) Promise.resolve(result).catch((error) => failed(event, error))
      } catch (error) {
        failed(event, error)
      }
    }
  }
}

/** Mistakes in a shop's handlers, as messages. */
export function eventMistakes(onEvent: unknown): readonly string[] {
  const isHandler = (given: unknown) => typeof given === 'function'
  const isSound =
    onEvent === undefined || isHandler(onEvent) || (Array.isArray(onEvent) && onEvent.every(isHandler))
  return isSound
    ? []
    : [
        'onEvent must be a function, or a list of functions, such as [jsonLines(), metrics.onEvent]. What `prometheusMetrics` and `openTelemetrySpans` return has to be awaited.',
      ]
}
