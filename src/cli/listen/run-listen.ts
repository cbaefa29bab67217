// `listen` from its options to its output.
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command.ts'
import { parseJson } from '../parse-json.ts'
import { sandboxKey, sandboxOrigin } from '../sandbox-client/address.ts'
import { ConnectionLost, readEvents, type SandboxEvent } from '../sandbox-client/events.ts'
import type { Colours, Terminal } from '../terminal.ts'

export interface ListenOptions {
  readonly url?: string
  readonly apiKey?: string
  readonly only?: 'calls' | 'webhooks'
  readonly fromStart?: true
  readonly json?: true
}

/**
 * Runs until Ctrl-C.
 * @param pause waits between two attempts to reconnect; rejects when the signal is aborted
 * @throws {CommandError} if there is no sandbox
 */
export async function runListen(
  options: ListenOptions,
  terminal: Terminal,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = (ms, signal) =>
    sleep(ms, undefined, { signal }),
): Promise<void> {
  const { colours, ended } = terminal
  const note = (sentence: string) => terminal.writeError(colours.dim(sentence))
  await follow({
    origin: sandboxOrigin(options.url, terminal.env),
    apiKey: sandboxKey(options.apiKey, terminal.env),
    signal: ended,
    from: options.fromStart ? 'start' : 'now',
    onStatus: note,
    onEvent(event) {
      if (event.type === 'missed')
        note(`${event.data.count} older events are no longer stored and are not shown.`)
      if (event.type === 'reset') note('The sandbox was reset: everything except its clock was deleted.')
      if (!isWanted(event, options.only)) return
      if (options.json) return terminal.writeJson(dataOf(event))
      const line = lineOf(event, colours)
      if (line !== undefined) terminal.write(line)
    },
    sleep: (ms) => pause(ms, ended),
  })
}

const dataOf = ({ type, id, data }: SandboxEvent) => ({ type, id, data })

function isWanted({ type }: SandboxEvent, only: ListenOptions['only']): boolean {
  if (only === undefined) return true
  return type.startsWith(only === 'calls' ? 'call.' : 'webhook.')
}

type Call = Extract<SandboxEvent, { type: 'call.started' | 'call.ended' }>['data']
type Delivery = Extract<SandboxEvent, { type: 'webhook.started' | 'webhook.ended' }>['data']

/** `undefined` for an event that only starts a call or an attempt. */
export function lineOf(event: SandboxEvent, colours: Colours): string | undefined {
  if (event.type === 'call.ended') return lineOfCall(event.data, colours)
  return event.type === 'webhook.ended' ? lineOfWebhook(event.data, colours) : undefined
}

function lineOfCall({ at, method, path, status, idempotency_key }: Call, colours: Colours): string {
  const isFine = status !== null && status < 400
  const end = (isFine ? colours.green : colours.red)(String(status ?? 'cut'))
  const key = idempotency_key === null ? [] : [`key ${shortened(idempotency_key)}`]
  return [timeOf(at, colours), 'call   ', end, `${method} ${path}`, ...key].join('  ')
}

function lineOfWebhook(delivery: Delivery, colours: Colours): string {
  const { at, event, object_id, url, attempt, status, error, signature, forged, body } = delivery
  const end = (error === null ? colours.green : colours.red)(status === null ? ' – ' : String(status))
  const { status: carried, reference } = readBody(body)
  const what = [event, carried].filter(Boolean).join(' ')
  const whose = reference === undefined ? object_id : `${reference} (${object_id})`
  const details = [
    `attempt ${attempt}`,
    `to ${url}`,
    signature === null ? 'not signed' : `signature ${shortened(signature)}`,
    ...(forged ? ['forged'] : []),
  ]
  const why = error === null ? '' : `: ${colours.red(error)}`
  const line = `${what} of ${whose}, ${details.join(', ')}`
  return [timeOf(at, colours), 'webhook', end, `${line}${why}`].join('  ')
}

/** The time of the sandbox's clock in UTC, as in its panel. */
const timeOf = (at: string, { dim }: Colours) => dim(`${at.slice(11, 19)}Z`)

/** The beginning of a key or signature: enough to recognize it, too short to use it. */
function shortened(text: string): string {
  return text.length > 12 ? `${text.slice(0, 8)}…` : text
}

/** Status and reference of a webhook body. An on-ramp's webhook has no status: it reports a deposit. */
function readBody(body: string): { status?: string; reference?: string } {
  const { status, reference } = Object(parseJson(body)) as Record<string, unknown>
  return {
    ...(typeof status === 'string' && { status }),
    ...(typeof reference === 'string' && { reference }),
  }
}

export interface FollowOptions {
  readonly origin: string
  readonly apiKey?: string | undefined
  readonly signal: AbortSignal
  readonly from: 'start' | 'now'
  /** Called with each event, in order. */
  onEvent(event: Exclude<SandboxEvent, { type: 'hello' }>): void
  /** Called with a message about the connection. */
  onStatus(sentence: string): void
  /** Must reject when the signal is aborted. */
  sleep(ms: number): Promise<void>
}

const pausesMs = [250, 500, 1_000, 2_000, 5_000] as const

/**
 * Runs until the signal is aborted.
 * @throws {CommandError} if there is no sandbox at the start, or if something else answers
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { origin, apiKey, signal, from, onEvent, onStatus, sleep } = options
  let run: string | undefined
  let after: string | undefined
  let tries = 0
  while (!signal.aborted) {
    try {
      for await (const event of readEvents({ origin, apiKey, signal, from, after })) {
        after = event.id
        if (event.type !== 'hello') {
          onEvent(event)
          continue
        }
        onStatus(connectionMessage(origin, run, event.data.run))
        run = event.data.run
        tries = 0
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ConnectionLost)) throw error
      if (run === undefined) throw new CommandError(error.message)
      // Print the message once per restart, not at each try.
      if (tries === 0)
        onStatus(`The connection to ${origin} is lost. Reconnecting until it answers. Ctrl-C ends it.`)
      await sleep(pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0).catch(() => {})
      tries += 1
    }
  }
}

function connectionMessage(origin: string, before: string | undefined, run: string): string {
  if (before === undefined) return `Listening to ${origin}. Ctrl-C ends it.`
  if (before === run) return 'Connected again.'
  return 'The sandbox was restarted. The following events are from after the restart.'
}
