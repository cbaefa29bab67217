// The events of a running sandbox over one connection (`GET /sandbox/events`). listen/run-listen.ts reconnects.
import * as z from 'zod'
import { textOf } from '../ask.ts'
import { CommandError } from '../command.ts'
import { parseJson } from '../parse-json.ts'
import { urlRemedy } from './address.ts'
import { call, delivery } from './answers.ts'
import { keyHeader, noAnswer, notASandbox, refusalIn } from './request.ts'

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    data: z.looseObject({ run: z.string(), heartbeat_ms: z.int().min(1).max(600_000) }),
  }),
  z.object({ type: z.literal(['call.started', 'call.ended']), data: call }),
  z.object({ type: z.literal(['webhook.started', 'webhook.ended']), data: delivery }),
  z.object({ type: z.literal('reset'), data: z.looseObject({}) }),
  z.object({ type: z.literal('missed'), data: z.looseObject({ count: z.int() }) }),
])

/** `id` is the id of the last event. Pass it as `after` to continue later. */
export type SandboxEvent = z.output<typeof eventSchema> & { readonly id: string }

/** The connection has ended without an error of the sandbox, so the caller may reconnect. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

export interface EventsOptions {
  readonly origin: string
  /** Selects the world; `undefined` is the sandbox's own. */
  readonly apiKey?: string | undefined
  readonly signal: AbortSignal
  /** Where a first connection starts: at the sandbox's start, or now. */
  readonly from: 'start' | 'now'
  /** The id of the last known event. `from` is then ignored. */
  readonly after?: string | undefined
}

const opening = 'GET /sandbox/events'
const answerLimitMs = 10_000
/** The connection counts as lost after this many missed heartbeats. */
const heartbeatsMissed = 3

/**
 * The events of one connection, until it ends.
 * @throws {ConnectionLost} when it ends, cannot be opened, or is silent for three heartbeats
 * @throws {CommandError} when the answer is not from a sandbox
 */
export async function* readEvents(options: EventsOptions): AsyncGenerator<SandboxEvent> {
  const { origin, signal } = options
  const connection = new AbortController()
  const late = new DOMException(`no answer within ${answerLimitMs / 1_000} seconds`, 'TimeoutError')
  const expectWithin = (ms: number) => setTimeout(() => connection.abort(late), ms)
  let idleTimer = expectWithin(answerLimitMs)
  try {
    const both = AbortSignal.any([signal, connection.signal])
    const response = await open(options, both).catch((error: unknown) => {
      if (error instanceof CommandError || error instanceof ConnectionLost) throw error
      throw new ConnectionLost(noAnswer(placeAt(origin), opening, error))
    })
    const parse = createEventParser()
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      idleTimer.refresh()
      for (const event of parse(decoder.decode(chunk, { stream: true }))) {
        const known = readEvent(event, origin)
        if (known?.type === 'hello') {
          clearTimeout(idleTimer)
          idleTimer = expectWithin(known.data.heartbeat_ms * heartbeatsMissed)
        }
        if (known) yield known
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RangeError) throw new CommandError(notASandbox(placeAt(origin), error.message))
    if (error instanceof ConnectionLost || error instanceof CommandError) throw error
    throw new ConnectionLost('The connection broke.')
  } finally {
    clearTimeout(idleTimer)
    connection.abort()
  }
  throw new ConnectionLost('The sandbox ended the connection.')
}

async function open({ origin, apiKey, from, after }: EventsOptions, signal: AbortSignal): Promise<Response> {
  const response = await fetch(new URL(`/sandbox/events?from=${from}`, origin), {
    headers: {
      ...keyHeader(apiKey),
      Accept: 'text/event-stream',
      ...(after !== undefined && { 'Last-Event-ID': after }),
    },
    redirect: 'manual',
    signal,
  })
  const { status } = response
  // A proxy may answer 5xx while the sandbox restarts.
  if (status >= 500)
    throw new ConnectionLost(notASandbox(placeAt(origin), `${opening} got the answer ${status}`))
  const type = response.headers.get('Content-Type') ?? 'no type'
  if (status === 200 && type.startsWith('text/event-stream')) return response
  const refusal = refusalIn(
    { status, headers: response.headers, json: parseJson(await textOf(response)) },
    'GET',
  )
  if (refusal) throw new CommandError(...refusal.lines)
  throw new CommandError(notASandbox(placeAt(origin), `${opening} got the answer ${status} and ${type}`))
}

const placeAt = (origin: string) => ({ origin, remedy: urlRemedy })

/** `undefined` for an unknown event of a newer sandbox. */
function readEvent({ id, type, data }: ServerEvent, origin: string): SandboxEvent | undefined {
  const known = eventSchema.options.some((option) => option.shape.type.safeParse(type).success)
  if (!known) return undefined
  const parsed = eventSchema.safeParse({ type, data: parseJson(data) })
  if (parsed.success) return { ...parsed.data, id }
  throw new CommandError(notASandbox(placeAt(origin), `its event "${type}" is not an event of a sandbox`))
}

export interface ServerEvent {
  /** The last id of the stream; empty before the first one. */
  readonly id: string
  readonly type: string
  readonly data: string
}

/** Longer than any event of the sandbox, whose bodies have at most 64 KiB. */
const longestEvent = 4 * 1024 * 1024

/**
 * @returns a function that takes chunks of text, cut anywhere, and returns the events that are complete. It throws a
 *   RangeError for an event that does not end
 */
export function createEventParser(): (chunk: string) => ServerEvent[] {
  let rest = ''
  let id = ''
  let type = ''
  let data: string[] = []
  let size = 0

  function readLine(line: string): ServerEvent[] {
    if (line === '') return dispatch()
    // A comment starts with a colon, so its name is empty.
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') data.push(value)
    if (name === 'event') type = value
    if (name === 'id' && !value.includes('\0')) id = value
    size += line.length
    return []
  }

  function dispatch(): ServerEvent[] {
    const event = { id, type: type || 'message', data: data.join('\n') }
    const isEmpty = data.length === 0
    type = ''
    data = []
    size = 0
    return isEmpty ? [] : [event]
  }

  return (chunk) => {
    rest += chunk
    // A line ends with CR, LF or CRLF. A CR at the end of a chunk may be the first half of CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events = lines.flatMap(readLine)
    if (rest.length + size > longestEvent) throw new RangeError('an event is longer than any of a sandbox')
    return events
  }
}
