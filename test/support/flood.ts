// Starts and stops a client that sends requests as fast as it can.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endChild } from './child.ts'

export interface Flood {
  /** Resolves after this many further answers. */
  answered(more: number): Promise<void>
  /** The number of answers so far. */
  answers(): number
  end(): Promise<void>
}

/**
 * Starts the client at its own IP address in its own process.
 * @param request method and path; `*` is replaced by a new random text each time
 */
export function startFlood(port: number, request: string, from = '127.0.0.9', connections = 60): Flood {
  const child = fork(
    fileURLToPath(new URL('flooding.ts', import.meta.url)),
    [String(port), String(connections), from, request],
    {
      execArgv: ['--import', 'tsx'],
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  let answers = 0
  child.on('message', (count) => {
    answers = Number(count)
  })
  return {
    answers: () => answers,
    async answered(more) {
      const until = answers + more
      while (answers < until) await once(child, 'message')
    },
    end: () => endChild(child),
  }
}
