// The type of a command, its exit codes, and the error that ends it with a message.
import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** The exit codes of the program. */
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
