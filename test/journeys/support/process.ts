// A program of ours as a separate process on a free port. The caller stops it.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Child, hasEnded, startChild } from '../../support/child.ts'
import { argumentsOf } from './programs.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Program extends Pick<Child, 'output' | 'printed' | 'end'> {
  /** Its exit code; `null` while it runs, or when a signal ended it. */
  readonly exitCode: number | null
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
  const child = startChild(process.execPath, argumentsOf(file), {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  while (!(await isAnswered(address))) {
    if (hasEnded(child.process)) {
      const { code, signal } = await child.ended
      throw new Error(`The program ended with ${code ?? signal}:\n${child.output()}`)
    }
    await sleep(50)
  }
  return {
    ...child,
    get exitCode() {
      return child.process.exitCode
    },
    freeze(isFrozen) {
      child.process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
    },
  }
}

async function isAnswered(address: string): Promise<boolean> {
  const response = await fetch(address).catch(() => null)
  await response?.body?.cancel()
  return response !== null
}
