// Follows a sandbox over its restarts: each connection goes on where the last one has ended.
import { CommandError } from '../command.ts'
import { ConnectionLost, readEvents, type SandboxEvent } from '../sandbox-client/events.ts'

export interface FollowOptions {
  readonly origin: string
  readonly apiKey?: string | undefined
  readonly signal: AbortSignal
  readonly from: 'start' | 'now'
  /** What happened, in its order. */
  onEvent(event: Exclude<SandboxEvent, { type: 'hello' }>): void
  /** What a person should know about the connection. */
  onStatus(sentence: string): void
  /** Rejects when the signal is aborted. */
  sleep(ms: number): Promise<void>
}

const pausesMs = [250, 500, 1_000, 2_000, 5_000] as const

/**
 * Ends only when the signal is aborted.
 * @throws {CommandError} where there is no sandbox to begin with, or something else answers in its place
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
      // Once: who waits for a restart reads it once.
      if (tries === 0)
        onStatus(`The connection to ${origin} is lost. Trying again until it is there, or Ctrl-C.`)
      await sleep(pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0).catch(() => {})
      tries += 1
    }
  }
}

function connectionMessage(origin: string, before: string | undefined, run: string): string {
  if (before === undefined) return `Listening to ${origin}. Ctrl-C ends it.`
  if (before === run) return 'Connected again.'
  return 'The sandbox was started again. What follows has happened since then.'
}
