// Runs the programs of the release.
import { spawnSync } from 'node:child_process'
import { CannotRelease, exitCodes } from './step.ts'

export interface Ended {
  readonly ok: boolean
  readonly output: string
  /** Its standard output and error output, to find a failure. */
  readonly allOutput: string
}

/** Large enough for the list of all test files and for the inventory of all installed packages. */
const mostBytes = 256 * 1024 * 1024

export interface Where {
  /** The folder in which it runs; by default the project's. */
  readonly cwd?: string
  /** Variables in addition to this process's environment. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs a program to its end.
 * @throws {CannotRelease} when it cannot be started
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd = '.', env = {} }: Where = {},
): Ended {
  const { error, signal, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...ownEnvironment(process.env), ...env },
    maxBuffer: mostBytes,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (error)
    throw new CannotRelease(`${program} could not be run: ${error.message}. Install it, then try again.`)
  // Ctrl-C ends all programs of a terminal, and so this one.
  if (signal) throw new CannotRelease(`${program} was ended by ${signal}, so nothing is known. Try again.`)
  return { ok: status === exitCodes.fine, output: stdout, allOutput: stdout + stderr }
}

/**
 * The environment without npm's own variables: in `npm publish --dry-run` they would keep `npm pack` from
 * writing anything.
 */
export function ownEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...rest } = environment
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !/^npm_/i.test(name)))
}

/** The last lines of a program's output: they name what failed. */
export const lastLines = (allOutput: string, count = 30): string =>
  allOutput.trimEnd().split('\n').slice(-count).join('\n')
