// The commands, and what their end means.
import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { CommandError, exitCodes, type MakeCommand } from './command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { listenCommand } from './commands/listen.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { triggerCommand } from './commands/trigger.ts'
import { verifyCommand } from './commands/verify.ts'
import type { Terminal } from './terminal.ts'

/** All commands, in the order of the help. */
export const commands: readonly MakeCommand[] = [
  sandboxCommand,
  triggerCommand,
  listenCommand,
  verifyCommand,
  doctorCommand,
  reconcileCommand,
]

/**
 * Runs one command to its end.
 * @param args what stands behind the program's name
 * @returns the exit code
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.fine
  const program = new Command('payin-checkout')
    .description('Tools for a checkout with payin-checkout. Each command tells more with --help.')
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('Add --help to see what can be said.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text.trimEnd()),
      writeErr: (text) => terminal.writeError(text.trimEnd()),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  const end = (code: number) => {
    exitCode = code
  }
  for (const command of commands) program.addCommand(command(terminal, end).copyInheritedSettings(program))
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // What was under way was broken off.
    if (terminal.ended.aborted) return exitCodes.interrupted
    // Already said: help, a version, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.failed
    if (!(error instanceof CommandError)) throw error
    terminal.writeError(error.message)
    return exitCodes.failed
  }
}
