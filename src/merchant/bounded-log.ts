// A log that a flood cannot fill. Of lines of one kind a few are written in each second, then one line says how many were
// left out. What a person needs to follow a payment is never left out. Metrics are counted before this (server.ts).
import { AsyncResource } from 'node:async_hooks'
import type { Clock } from '../server/index.ts'
import type { Log, LogFields } from './log.ts'

/** Lines in one second: of one kind, and of all kinds together. */
const maxPerKind = 20
const maxOfAll = 200
const secondMs = 1_000

/** What became of money, and what a person must look at or repair. */
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
  /** Writes at once how many lines are still to be told of. */
  close(): Promise<void>
}

/** Bounds a log. Nothing is forgotten: what is not written is counted, and the count is written within a second. */
export function createBoundedLog(log: Log, clock: Clock): BoundedLog {
  // Bound to the start: else the counts would name the request that happens to be under way.
  const writeCount = AsyncResource.bind((fields: LogFields) => log('lines_left_out', fields))
  const kinds = new Map<string, Kind>()
  const ended = new AbortController()
  let writtenOfAll = 0
  let until = Number.NEGATIVE_INFINITY
  let telling: Promise<void> | undefined

  function beginSecond(): void {
    for (const { of, leftOut } of kinds.values()) if (leftOut > 0) writeCount({ ...of, count: leftOut })
    kinds.clear()
    writtenOfAll = 0
    until = clock.now() + secondMs
  }

  /** Also when no further line comes. */
  async function tellSoon(): Promise<void> {
    await clock.sleep(until - clock.now(), ended.signal).catch(() => undefined)
    telling = undefined
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
      telling ??= tellSoon()
    },
    async close() {
      ended.abort()
      await telling
    },
  }
}

/** All of a kind's fields are words of ours, so there are few kinds, whatever is sent to us. */
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

/** A webhook that was stored just now is news; the same one again is not. */
const isAlwaysWritten = (event: string, { count }: LogFields) =>
  alwaysWritten.has(event) || (event === 'webhook_stored' && count !== 0)
