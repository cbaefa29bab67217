// A rate-limited log, so that a flood of requests cannot fill the disk. Of each kind of line a few are written per
// second; one more line says how many were left out. Lines that a person needs to follow a payment are always written.
// Metrics count every event: they are fed before this limit (events.ts).
import { AsyncResource } from 'node:async_hooks'
import type { Clock } from '../server/index.ts'
import type { Log, LogFields } from './log.ts'

/** Maximum lines per second: of one kind, and of all kinds together. */
const maxPerKind = 20
const maxOfAll = 200
const secondMs = 1_000

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
  'lines_left_out',
  'listening',
  'session_changed',
  'session_created',
  'start_warning',
  'webhook_done',
  'webhook_failed',
])

interface Kind {
  readonly of: LogFields
  written: number
  leftOut: number
}

export interface BoundedLog {
  readonly log: Log
  /** Writes the pending counts at once. */
  close(): Promise<void>
}

/** Limits a log. Lines that are not written are counted, and the count is written within a second. */
export function createBoundedLog(log: Log, clock: Clock): BoundedLog {
  // Bound to the context of the start. Otherwise the counts would carry the id of the request that is running.
  const writeCount = AsyncResource.bind((fields: LogFields) => log('lines_left_out', fields))
  const kinds = new Map<string, Kind>()
  const ended = new AbortController()
  let writtenOfAll = 0
  let until = Number.NEGATIVE_INFINITY
  let pendingWrite: Promise<void> | undefined

  function beginSecond(): void {
    for (const { of, leftOut } of kinds.values()) if (leftOut > 0) writeCount({ ...of, count: leftOut })
    kinds.clear()
    writtenOfAll = 0
    until = clock.now() + secondMs
  }

  /** Writes the counts at the end of the second, even if no further line comes. */
  async function writeCountsSoon(): Promise<void> {
    await clock.sleep(until - clock.now(), ended.signal).catch(() => undefined)
    pendingWrite = undefined
    beginSecond()
  }

  return {
    log(event, fields = {}) {
      if (isAlwaysWritten(event, fields)) return log(event, fields)
      if (clock.now() >= until) beginSecond()
      const kind = kindOf(kinds, event, fields)
      if (kind.written < maxPerKind && writtenOfAll < maxOfAll) {
        kind.written++
        writtenOfAll++
        return log(event, fields)
      }
      kind.leftOut++
      pendingWrite ??= writeCountsSoon()
    },
    async close() {
      ended.abort()
      await pendingWrite
    },
  }
}

/** A kind is made only of fields with a fixed set of values, so there are few kinds, whatever clients send. */
function kindOf(kinds: Map<string, Kind>, event: string, { kind, route, method, status }: LogFields): Kind {
  const answered = typeof status === 'number' ? status : null
  const of = {
    line: event,
    kind: kind ?? null,
    route: route ?? null,
    method: method ?? null,
    status: answered,
  }
  const name = JSON.stringify(of)
  const known = kinds.get(name) ?? { of, written: 0, leftOut: 0 }
  kinds.set(name, known)
  return known
}

/** A new webhook is always written. A repeated one is not. */
const isAlwaysWritten = (event: string, { count }: LogFields) =>
  alwaysWritten.has(event) || (event === 'webhook_stored' && count !== 0)
