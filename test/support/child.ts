// A program as a process of its own: what it prints, and its end.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

/** How a program has ended, and all that it has printed. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Child {
  readonly process: ChildProcess
  /** What it has printed so far. After an answer over HTTP, its lines about the request can still be on their way. */
  output(): string
  /** Resolves when it has printed this. @throws {Error} with its output, when it ends before or prints it too late */
  printed(what: string | RegExp): Promise<void>
  /** Resolves at its end, when all of its output is read. The event `exit` can come before that. */
  readonly ended: Promise<Ended>
  /** Sends a signal if it still runs, and waits for its end. What does not end in time is killed. */
  end(signal?: NodeJS.Signals): Promise<Ended>
}

const printsWithinMs = 50_000
const endsWithinMs = 20_000

/**
 * Starts a program. The caller ends it.
 * @param options of `spawn`. By default it reads nothing. With `detached`, all that it starts ends with it, as `npx` needs
 */
export function startChild(command: string, args: readonly string[], options: SpawnOptions = {}): Child {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const texts = { out: '', err: '', both: '' }
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
      texts.both += text
    })
  const output = () => stripVTControlCharacters(texts.both)
  let isOver = false
  const ended = once(child, 'close')
    .then(([code, signal]): Ended => ({ code, signal, out: texts.out, err: texts.err }))
    .finally(() => {
      isOver = true
    })
  // A program that does not exist fails whoever waits for its end.
  ended.catch(() => undefined)
  return {
    process: child,
    output,
    ended,
    async printed(what) {
      const late = Date.now() + printsWithinMs
      while (typeof what === 'string' ? !output().includes(what) : !what.test(output())) {
        if (isOver || Date.now() > late)
          throw new Error(`There is no ${what} in what it printed:\n${output()}`)
        await sleep(20)
      }
    },
    async end(signal) {
      await endChild(child, signal, options.detached)
      return ended
    },
  }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Ends a process, with its group if it leads one, and waits until it is gone. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL', isGroup = false) {
  const send = (what: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, what)
    } catch {
      // It has ended by now.
    }
  }
  if (child.pid !== undefined && !hasEnded(child)) {
    const gone = once(child, 'exit')
    send(signal)
    const late = setTimeout(send, endsWithinMs, 'SIGKILL')
    await gone
    clearTimeout(late)
  }
  // The programs that it has started may hold its output open.
  if (isGroup) send('SIGKILL')
}
