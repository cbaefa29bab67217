// `listen` from its options to its output.
import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxKey, sandboxOrigin } from '../sandbox-client/address.ts'
import type { SandboxEvent } from '../sandbox-client/events.ts'
import type { Terminal } from '../terminal.ts'
import { follow } from './follow.ts'
import { lineOf } from './lines.ts'

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
