// A command of a document that runs until the test ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import type { FreshProject } from './fresh-project.ts'

export interface RunningCommand {
  /** What it has printed so far. */
  output(): string
  /** Its exit code. */
  readonly ended: Promise<number | null>
  /** Kills it and its children. */
  end(): Promise<void>
}

export function startCommand(
  { folder: cwd, env }: FreshProject,
  program: string,
  args: readonly string[],
): RunningCommand {
  // A process group of its own, because `npx` starts children.
  const child = spawn(program, args, { cwd, env, detached: true })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    output: () => stripVTControlCharacters(text),
    ended,
    async end() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
