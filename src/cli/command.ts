// What a command is, and how it ends.
import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** What the program's end tells the one who started it. */
export const exitCodes = {
  fine: 0,
  /** The command did its work, and found something that is not as it should be. */
  found: 1,
  /** The command could not do its work: a wrong argument, a taken port, nobody at the address. */
  failed: 2,
  /** Ended by Ctrl-C before it was through, as shells count it. */
  interrupted: 130,
} as const

/**
 * Makes one command.
 * @param end sets the exit code, where it is not `fine`
 */
export type MakeCommand = (terminal: Terminal, end: (exitCode: number) => void) => Command

/** Ends a command. The message is one sentence or a few lines, with what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}
