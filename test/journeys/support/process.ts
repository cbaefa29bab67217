// A program of ours as a separate process on a free port. The caller stops it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { argumentsOf } from './programs.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Program {
  /** Its output so far. */
  output(): string
  /** Its exit code; `null` while it runs, or when a signal ended it. */
  readonly exitCode: number | null
  kill(signal: NodeJS.Signals): Promise<void>
  /** Freezes it, or lets it go on. */
  freeze(isFrozen: boolean): void
}

/**
 * Starts a file of this project and waits until `address` answers.
 * @throws if another program answers there already: two journeys would disturb each other
 */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  address: string,
): Promise<Program> {
  if (await isAnswered(address)) throw new Error(`Another program answers at ${address}.`)
  let output = ''
  const child = spawn(process.execPath, argumentsOf(file), {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await answers(address, child, () => output)
  return {
    output: () => output,
    get exitCode() {
      return child.exitCode
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
    freeze(isFrozen) {
      child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
    },
  }
}

async function answers(address: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}:\n${output()}`)
    if (await isAnswered(address)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function isAnswered(address: string): Promise<boolean> {
  const response = await fetch(address).catch(() => null)
  await response?.body?.cancel()
  return response !== null
}
