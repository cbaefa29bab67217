// Follows the events of a sandbox over its restarts. Each new connection continues after the last event.
import { CommandError } from '../command.ts'
import { ConnectionLost, readEvents, type SandboxEvent } from '../sandbox-client/events.ts'

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
