// Where a command writes, and how it hears that it shall end. A test gives its own.
import picocolors from 'picocolors'

type Colours = ReturnType<typeof picocolors.createColors>

export interface Terminal {
  /** A line for whoever reads the result: standard output. */
  write(line: string): void
  /** A line for the person beside it, such as what is wrong: standard error. */
  writeError(line: string): void
  /** Each gives the same text, in its colour where somebody sees it. */
  readonly colours: Colours
  /** Ended by Ctrl-C. */
  readonly ended: AbortSignal
  readonly env: NodeJS.ProcessEnv
}

/** The terminal, pipe or file that this process has. */
export function processTerminal(): Terminal {
  const ended = new AbortController()
  // Once each: who presses Ctrl-C again does not want to wait.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())
  // `listen | head`: the reader has enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    write: (line) => void process.stdout.write(`${line}\n`),
    writeError: (line) => void process.stderr.write(`${line}\n`),
    colours: picocolors.createColors(seesColours(process.env, process.stdout.isTTY)),
    ended: ended.signal,
    env: process.env,
  }
}

/** https://no-color.org and https://force-color.org: what is set and not empty counts. */
function seesColours({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return isTerminal && TERM !== 'dumb'
}
