// `GET /sandbox/events`: the journal as Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
// The stream is read from the journal one event at a time, when the listener has taken the one before: a listener that
// reads nothing holds a number, and nothing waits for it in memory.
import { type Context, Hono } from 'hono'
import type { Timers } from '../clock.ts'
import type { Journal, JournalEvent } from '../journal.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'

/** Often enough that no proxy takes the connection for a dead one, and that a listener notices one within a minute. */
const heartbeatMs = 15_000

export type EventStreamOptions = {
  journal: Journal
  /** Real time: putting the sandbox's clock forward makes no connection older. */
  wallTimers: Timers
}

export function createEventStream(options: EventStreamOptions) {
  const { journal } = options
  return new Hono<SandboxEnv>().get('/sandbox/events', (c) => {
    const from = c.req.query('from') ?? 'now'
    if (from !== 'now' && from !== 'start')
      throw new Problem(400, 'The query parameter from is now or start.')
    const last = readPlace(c, journal)
    const place = last ?? (from === 'start' ? 0 : journal.last)
    return c.body(streamAfter(place, options), 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Not collected by a proxy that waits for more.
      'X-Accel-Buffering': 'no',
    })
  })
}

/**
 * What the listener has seen last. An id of another run was seen before this one began: nothing of this run is known yet.
 * `undefined` when the listener says nothing.
 */
function readPlace(c: Context, { run, last }: Journal): number | undefined {
  const seen = c.req.header('Last-Event-ID')?.trim()
  if (!seen) return undefined
  const number = seen.startsWith(`${run}.`) ? seen.slice(run.length + 1) : ''
  return /^[0-9]{1,15}$/.test(number) && Number(number) <= last ? Number(number) : 0
}

function streamAfter(first: number, { journal, wallTimers }: EventStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let place = first
  let greeted = false
  let disconnected = false
  let stopWaiting = () => {}

  /** What can be sent at once, if anything. */
  function nextText(): string | undefined {
    if (!greeted) {
      greeted = true
      return toFrame('hello', { run: journal.run, heartbeat_ms: heartbeatMs }, place)
    }
    const { event, missed } = journal.after(place)
    if (missed > 0) {
      place += missed
      return toFrame('missed', { count: missed }, place)
    }
    if (!event) return undefined
    place = event.number
    return toFrame(event.type, event.data, place)
  }

  /** The id is that of the last event which has been told, so that a listener can go on from any of these. */
  function toFrame(type: JournalEvent['type'] | 'hello' | 'missed', data: object, number: number): string {
    return `id: ${journal.run}.${number}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }

  /** Until something happens, or the listener must be shown that the connection lives. */
  function waitForEvent(): Promise<'event' | 'quiet'> {
    return new Promise((resolve) => {
      const cancelTimer = wallTimers.after(heartbeatMs, () => settle('quiet'))
      const stopWatching = journal.watch(() => settle('event'))
      const settle = (what: 'event' | 'quiet') => {
        cancelTimer()
        stopWatching()
        resolve(what)
      }
      stopWaiting = () => settle('event')
    })
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = nextText()
        while (text === undefined && !journal.isClosed && !disconnected) {
          text = (await waitForEvent()) === 'quiet' ? ': still here\n\n' : nextText()
        }
        if (disconnected) return
        if (text === undefined) controller.close()
        else controller.enqueue(encoder.encode(text))
      },
      cancel() {
        disconnected = true
        stopWaiting()
      },
    },
    // Nothing is made ready before it is asked for: a HEAD request reads no body and must leave no timer.
    { highWaterMark: 0 },
  )
}
