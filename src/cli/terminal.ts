// The terminal as a port: output, errors, colours, Ctrl-C and environment. Tests pass a fake one.
//
// The only file of the command line that writes to a terminal. A server, a page or a file can put anything into a text: an
// escape sequence could rewrite earlier lines, set the title of the window or write to the clipboard; a line break could begin a
// line that looks like ours; a mark of direction could show text in another order than it has. So every line is cleaned here,
// and nowhere else.
import { Console } from 'node:console'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { exitCodes } from './command.ts'

const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

export type Colours = Readonly<Record<keyof typeof styles, (text: string) => string>>

export interface Terminal {
  /** Writes one line of the result to standard output. A line break inside of it is replaced. */
  write(line: string): void
  /** Writes a value as JSON to standard output. Everything that a terminal obeys is escaped. */
  writeJson(value: unknown, indent?: number): void
  /** Writes one line for a person, such as an error, to standard error. */
  writeError(line: string): void
  /** Functions that colour a text, if the output is a terminal. A styled text ends the style around it. */
  readonly colours: Colours
  /** Aborted by Ctrl-C. */
  readonly ended: AbortSignal
  /**
   * The next line that a person types, or `undefined` at the end of the input and after Ctrl-C. `null` in place of the function:
   * there is nobody to ask, such as in CI.
   */
  readonly readLine: (() => Promise<string | undefined>) | null
  readonly env: NodeJS.ProcessEnv
}

export interface TerminalParts extends Pick<Terminal, 'ended' | 'readLine' | 'env'> {
  /** Receives each clean line without its line break. JSON can have several lines. */
  writeOut(text: string): void
  writeErr(text: string): void
  readonly hasColours: boolean
}

/** Controls (C0, delete, C1), separators of lines and paragraphs, and all that is invisible: marks of direction, zero width. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Stands for "escape" in our own styles until a line is clean. It is random, and never written, so no foreign text can contain
 * it: the colours of a server are removed, and ours stay.
 */
const styleMark = randomUUID()

const cleanLine = (line: string): string => line.replace(unsafe, '\ufffd').replaceAll(styleMark, '\u001b[')

/** JSON that is safe to print. `JSON.stringify` escapes C0 only. Each character outside of the first plane has two escapes. */
function cleanJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unsafe, (found) =>
    // Line breaks of the indentation. Those of a text are escaped already.
    found === '\n'
      ? found
      : found
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
}

export function createTerminal({ writeOut, writeErr, hasColours, ...given }: TerminalParts): Terminal {
  const paint = (begin: number, end: number) => (text: string) =>
    hasColours ? `${styleMark}${begin}m${text}${styleMark}${end}m` : text
  return {
    write: (line) => writeOut(cleanLine(line)),
    writeJson: (value, indent) => writeOut(cleanJson(value, indent)),
    writeError: (line) => writeErr(cleanLine(line)),
    colours: Object.fromEntries(
      Object.entries(styles).map(([name, [begin = 0, end = 0]]) => [name, paint(begin, end)]),
    ) as Colours,
    ...given,
  }
}

/** The terminal of this process. What other code writes to the console becomes lines of it, too. */
export function processTerminal(): Terminal {
  const ended = new AbortController()
  // Only once, so that a second Ctrl-C ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())
  const terminal = createTerminal({
    writeOut: (text) => process.stdout.write(`${text}\n`),
    writeErr: (text) => process.stderr.write(`${text}\n`),
    hasColours: seesColours(process.env, process.stdout.isTTY),
    ended: ended.signal,
    readLine: process.stdin.isTTY && process.stdout.isTTY ? () => readTypedLine(ended.signal) : null,
    env: process.env,
  })
  // The reader of a pipe such as `listen | head` has closed it, the terminal window is closed, or the disk is full. Ends
  // like Ctrl-C: an exit here would leave the server behind that verify has started.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (ended.signal.aborted) return
      ended.abort()
      if (stream !== process.stdout || error.code === 'EPIPE') return
      terminal.writeError(`The output cannot be written: ${error.message}`)
      // At the exit, because the command may have ended already, and as if all was well.
      process.once('exit', () => {
        process.exitCode = exitCodes.failed
      })
    })
  }
  globalThis.console = new Console(linesTo(terminal.write), linesTo(terminal.writeError))
  return terminal
}

/** Reads one line, and then no more: an open input would keep the process alive. */
const readTypedLine = (ended: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    const typed = createInterface({ input: process.stdin, signal: ended })
    typed.once('line', (line) => {
      resolve(line)
      typed.close()
    })
    typed.once('close', () => resolve(undefined))
  })

const linesTo = (writeLine: (line: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      for (const line of text.replace(/\n$/, '').split('\n')) writeLine(line)
      done()
    },
  })

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
  return isTerminal === true && TERM !== 'dumb'
}
