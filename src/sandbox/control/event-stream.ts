// `GET /sandbox/events`: the journal as Server-Sent Events
// (https://html.spec.whatwg.org/multipage/server-sent-events.html). The stream reads one event at a time from the
// journal, when the client has read the one before. A client that does not read needs no memory but the number of its
// last event.
import { type Context, Hono } from 'hono'
import type { Timers } from '../clock.ts'
import type { Journal, JournalEvent } from '../journal.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'

/** Often enough that no proxy closes an idle connection, and that a client notices a broken one within a minute. */
const heartbeatMs = 15_000

export type EventStreamOptions = {
  journal: Journal
  /** Real time: moving the sandbox's clock must not affect connections. */
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
      // No buffering by a proxy.
      'X-Accel-Buffering': 'no',
    })
  })
}

/**
 * The number of the last event that the client has seen. 0 for an id of another run: the client knows nothing of this
 * run. `undefined` without the header.
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

  /** The next text to send, or `undefined` when there is none yet. */
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

  /** The id is that of the last sent event, so that a client can continue after it. */
  function toFrame(type: JournalEvent['type'] | 'hello' | 'missed', data: object, number: number): string {
    return `id: ${journal.run}.${number}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }

  /** Resolves at the next event, or when a heartbeat is due. */
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
    // Nothing is prepared in advance: a HEAD request reads no body, and must not leave a timer.
    { highWaterMark: 0 },
  )
}
