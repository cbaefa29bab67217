// The program: its commands, and the exit code of each end.
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { CommandError, exitCodes, type MakeCommand } from './command.ts'
import { alertsCommand } from './commands/alerts.ts'
import { doctorCommand } from './commands/doctor.ts'
import { initCommand } from './commands/init.ts'
import { listenCommand } from './commands/listen.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { triggerCommand } from './commands/trigger.ts'
import { verifyCommand } from './commands/verify.ts'
import { didYouMean } from './nearest.ts'
import type { Terminal } from './terminal.ts'

/** All commands, in the order of the help. */
export const commands: readonly MakeCommand[] = [
  initCommand,
  sandboxCommand,
  triggerCommand,
  listenCommand,
  verifyCommand,
  doctorCommand,
  reconcileCommand,
  alertsCommand,
]

/**
 * Runs one command to its end.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.fine
  const program = new Command('payin-checkout')
    .description('Tools for a checkout with payin-checkout. Add --help to a command to see its options.')
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('Add --help to see the options.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => linesOf(text).forEach(terminal.write),
      writeErr: (text) => linesOf(text).forEach(terminal.writeError),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  const end = (code: number) => {
    exitCode = code
  }
  for (const command of commands) addWithSettings(program, command(terminal, end))
  addWithSettings(program, helpOf(program))
  try {
    await program.parseAsync(isOfNoCommand(args, program) ? args.filter((arg) => !isHelp(arg)) : [...args], {
      from: 'user',
    })
    return exitCode
  } catch (error) {
    // Ctrl-C has aborted the work.
    if (terminal.ended.aborted) return exitCodes.interrupted
    // Commander has already printed the help, the version or the error.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.fine
    const lines = errorLines(error)
    if (!(error instanceof CommanderError)) for (const line of lines) terminal.writeError(line)
    if (args.includes('--json')) terminal.writeJson({ error: lines.join('\n') })
    return exitCodes.failed
  }
}

/** In place of Commander's own, which prints the help of the program for a command that does not exist. */
function helpOf(program: Command): Command {
  return new Command('help')
    .argument('[command]')
    .description('print the help of a command')
    .helpOption(false)
    .action((name?: string) => {
      const names = program.commands.map((each) => each.name())
      const named = name === undefined ? program : program.commands[names.indexOf(name)]
      if (named === undefined)
        throw new CommandError(
          `There is no command "${name}".${didYouMean(name ?? '', names)}`,
          `Commands: ${names.join(', ')}.`,
        )
      named.help()
    })
}

/** Whether the first word names no command. For `docter --help`, Commander prints the help of the program, as if all was well. */
function isOfNoCommand([name, ...rest]: readonly string[], { commands }: Command): boolean {
  if (name === undefined || name.startsWith('-') || commands.length === 0) return false
  const command = commands.find((each) => each.name() === name)
  return command === undefined || isOfNoCommand(rest, command)
}

const isHelp = (arg: string) => arg === '--help' || arg === '-h'

function errorLines(error: unknown): readonly string[] {
  if (error instanceof CommandError) return error.lines
  if (error instanceof CommanderError) return [error.message]
  // A mistake of ours. Printed as lines, because Node would write the text of a server to the terminal as it is.
  return linesOf(inspect(error))
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n')

/** Adds a command, so that it and the commands inside of it end and print as the program does. */
function addWithSettings(parent: Command, command: Command): void {
  if (command.parent === null) parent.addCommand(command)
  command.copyInheritedSettings(parent)
  for (const inner of command.commands) addWithSettings(command, inner)
}
