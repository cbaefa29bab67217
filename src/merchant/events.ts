// `onEvent`, the one seam for logs, metrics and traces. What is told is more than what is written: an answer for each read
// or a call to the service is a number for whoever measures, and would be noise in a log.
import { type Clock, systemClock } from '../server/index.ts'
import { createBoundedLog } from './bounded-log.ts'
import {
  createEventLog,
  createLog,
  errorFields,
  type Log,
  type LogFields,
  type MerchantEvent,
} from './log.ts'

/** Told each event, in the order in which they happen. Slow work belongs behind a queue: whoever pays waits for it. */
export type OnEvent = (event: MerchantEvent) => void

/** What is measured and never written. */
const measured = [
  /** A request came; not for reads of sessions. */
  'request_begun',
  /** A read waits for news; it no longer waits. */
  'read_held',
  'read_released',
  /** A call to the service has ended, or brought no answer. */
  'service_called',
  /** Work on a stored webhook begins. */
  'webhook_taken',
] as const

/** Tells what is measured. There is none where nobody listens, so that it costs nothing: reads are the hot path. */
export type Measure = (event: 'request' | (typeof measured)[number], fields?: LogFields) => void

const notWritten: ReadonlySet<string> = new Set(measured)

/** Reads that went well are most of the traffic, and say nothing that somebody would look up. */
export const isSuccessfulRead = (method: unknown, status: unknown): boolean =>
  method === 'GET' && typeof status === 'number' && status < 400

/**
 * Tells whether an event belongs in a log. The others are for numbers and traces alone: an answer for each read, a call
 * to the service, the begin of a request. For shops that hand events to a logger of their own.
 */
export const isLine = ({ event, method, status }: MerchantEvent): boolean =>
  !notWritten.has(event) && !(event === 'request' && isSuccessfulRead(method, status))

function createLines(write?: (line: string) => void, clock: Clock = systemClock) {
  const bounded = createBoundedLog(createLog(write), clock)
  const onEvent: OnEvent = (told) => {
    const { time: _, event, ...fields } = told
    if (isLine(told)) bounded.log(event, fields)
  }
  return { ...bounded, onEvent }
}

/**
 * Makes what writes events as lines of JSON, as it is done where there is no `onEvent`: `onEvent: [jsonLines(), …]`. In a
 * flood it writes some of them, and within a second how many it left out.
 * @param write receives one line without its line break; by default `console.log`
 */
export const jsonLines = (write?: (line: string) => void): OnEvent => createLines(write).onEvent

export interface Events {
  readonly log: Log
  readonly measure: Measure | undefined
  /** Writes at once what is still to be written. */
  close(): Promise<void>
}

/**
 * Opens the seam. Without handlers, events are written as lines; an empty list is told nothing, and nothing is written.
 * @param alsoTold handlers of the server itself, beside those of the shop
 */
export function openEvents(
  onEvent: OnEvent | readonly OnEvent[] | undefined,
  alsoTold: readonly OnEvent[] = [],
  clock?: Clock,
): Events {
  const lines = createLines(undefined, clock)
  const { close } = lines
  const handlers = [...(onEvent === undefined ? [lines.onEvent] : [onEvent].flat()), ...alsoTold]
  if (onEvent === undefined && alsoTold.length === 0) return { log: lines.log, measure: undefined, close }
  if (handlers.length === 0) return { log: () => undefined, measure: undefined, close }
  const log = createEventLog(dispatchToAll(handlers, lines.onEvent))
  return { log, measure: log, close }
}

/**
 * What fails in a handler must neither end a payment nor keep the event from the next handler. The event is then written
 * as a line, with the reason: written twice is better than lost. As bounded lines, because what fails, fails each time.
 */
function dispatchToAll(handlers: readonly OnEvent[], write: OnEvent): OnEvent {
  const writeFault = createEventLog(write)
  function failed(event: MerchantEvent, error: unknown): void {
    write(event)
    writeFault('on_event_failed', { line: event.event, ...errorFields(error) })
  }
  return (event) => {
    for (const handler of handlers) {
      try {
        // An async function fails later. Unheard, its rejection would end the whole process.
        const told: unknown = handler(event)
        if (told) Promise.resolve(told).catch((error) => failed(event, error))
      } catch (error) {
        failed(event, error)
      }
    }
  }
}

/** What is wrong with a shop's handlers, as sentences. */
export function eventMistakes(onEvent: unknown): readonly string[] {
  const isHandler = (given: unknown) => typeof given === 'function'
  const isSound =
    onEvent === undefined || isHandler(onEvent) || (Array.isArray(onEvent) && onEvent.every(isHandler))
  return isSound
    ? []
    : [
        'onEvent must be a function, or a list of functions, such as [jsonLines(), metrics.onEvent]. What `prometheusMetrics` and `openTelemetryTraces` return has to be awaited.',
      ]
}
