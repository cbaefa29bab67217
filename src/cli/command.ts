// The type of a command, its exit codes, and the error that ends it with a message.
import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

export const exitCodes = {
  fine: 0,
  /** The command did its work and found a problem. */
  found: 1,
  /** The command could not do its work: a wrong argument, a port in use, no server at the address. */
  failed: 2,
  /** Ended early by Ctrl-C, by the convention of shells. */
  interrupted: 130,
} as const

/**
 * Makes one command.
 * @param end sets the exit code if it is not `fine`
 */
export type MakeCommand = (terminal: Terminal, end: (exitCode: number) => void) => Command

/** Ends a command. Its lines are printed without a stack; they say what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
  /** Each is printed as one line, whatever it contains. */
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads an option that may be repeated: `--on createPayin --on createPayout` is `--on createPayin,createPayout`. */
export const joined = (value: string, before: string | undefined) =>
  before === undefined ? value : `${before},${value}`

/** Reads an option that may be repeated, as a list. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
]

/** `null` if it is not an `http:` or `https:` address. */
export function parseWebAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

const shownCharacters = 80

/**
 * @param what names it in the message
 * @param example an address of this kind
 * @throws {CommandError} if it is not a full address; the message shows its beginning, without a password and the query
 */
export function readWebAddress(what: string, text: string, example: string): URL {
  const url = parseWebAddress(text)
  if (url) return url
  // As written, because it cannot be parsed: a password may contain "/", and a scheme may be missing.
  const shown = text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '?…')
  const cut = shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown
  throw new CommandError(`${what} must be a full address such as ${example}, but is: ${cut}`)
}
