// The terminal as a port: output, errors, colours, Ctrl-C and environment. Tests pass a fake one.
import picocolors from 'picocolors'
import { printableLines } from './printable.ts'

type Colours = ReturnType<typeof picocolors.createColors>

export interface Terminal {
  /** Writes a line of the result to standard output. */
  write(line: string): void
  /** Writes a line for a person, such as an error, to standard error. */
  writeError(line: string): void
  /** Functions that colour a text, if the output is a terminal. */
  readonly colours: Colours
  /** Aborted by Ctrl-C. */
  readonly ended: AbortSignal
  readonly env: NodeJS.ProcessEnv
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const ended = new AbortController()
  // Only once, so that a second Ctrl-C ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())
  // The reader of a pipe such as `listen | head` has closed it, the terminal window is closed, or the disk is full. Ends
  // like Ctrl-C: an exit here would leave the server behind that verify has started.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (ended.signal.aborted) return
      ended.abort()
      if (stream === process.stdout && error.code !== 'EPIPE')
        process.stderr.write(`The output cannot be written: ${error.message}\n`)
    })
  }
  const colours = picocolors.createColors(seesColours(process.env, process.stdout.isTTY))
  // Here, for all commands: whatever a server or a file has put into a text, no terminal sequence of it is written.
  const writeTo = (stream: NodeJS.WritableStream) => (line: string) =>
    void stream.write(`${printableLines(line, colours.isColorSupported)}\n`)
  return {
    write: writeTo(process.stdout),
    writeError: writeTo(process.stderr),
    colours,
    ended: ended.signal,
    env: process.env,
  }
}

/**
 * Follows https://no-color.org and https://force-color.org: a variable counts if it is not empty.
 *
 * @param isTerminal `isTTY` of a stream. Node's types say boolean, but it is undefined for a pipe.
 */
function seesColours(
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv,
  isTerminal: boolean | undefined,
): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  // Never undefined: picocolors would then decide by itself, and it colours pipes where CI is set.
  return isTerminal === true && TERM !== 'dumb'
}
