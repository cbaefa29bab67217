// Limits the lines of a log, so that a flood of requests cannot fill the disk. Lines that a person needs to follow a payment
// are always written. Metrics count every event: they do not pass this limit (events.ts).
import type { MerchantEvent } from './log.ts'

type Write = (event: MerchantEvent) => void

/** Maximum lines per second: of one kind, and of all kinds together. */
const maxPerKind = 20
const maxOfAll = 200

/** Events about the result of a payment, and events that a person must look at or repair. */
const alwaysWritten: ReadonlySet<string> = new Set([
  'alert',
  'attempt_closed',
  'cannot_take_payments',
  'closed',
  'create_failed',
  'found_by_sweep',
  'fulfilled',
  'fulfilment_failed',
  'listening',
  'session_changed',
  'session_created',
  'start_warning',
  'webhook_done',
  'webhook_failed',
])

/** A new webhook is always written. A repeated one is not. */
const isAlwaysWritten = ({ event, count }: MerchantEvent) =>
  alwaysWritten.has(event) || (event === 'webhook_received' && count !== 0)

/** Made only of fields with a fixed set of values, so there are few kinds, whatever clients send. */
const kindOf = ({ event, kind, route, method, status }: MerchantEvent) =>
  [event, kind, route, method, typeof status === 'number' ? status : ''].join()

/**
 * Passes on the events within the limit. The first event of a later second is preceded by `lines_left_out`, with the number
 * of events that were dropped.
 * @param nowMs the time in milliseconds
 */
export function limitLines(write: Write, nowMs: () => number = Date.now): Write {
  const writtenByKind = new Map<string, number>()
  let second = 0
  let written = 0
  let leftOut = 0
  return (event) => {
    const current = Math.floor(nowMs() / 1_000)
    if (current !== second) {
      if (leftOut > 0) write({ time: event.time, event: 'lines_left_out', count: leftOut })
      writtenByKind.clear()
      second = current
      written = leftOut = 0
    }
    if (isAlwaysWritten(event)) return write(event)
    const kind = kindOf(event)
    const ofKind = writtenByKind.get(kind) ?? 0
    if (ofKind >= maxPerKind || written >= maxOfAll) {
      leftOut++
      return
    }
    writtenByKind.set(kind, ofKind + 1)
    written++
    write(event)
  }
}
