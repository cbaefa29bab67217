// The processes of a benchmark: they are always ended, also after an error.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endChild } from '../support/child.ts'
import type { Answer, Commands, Question } from './processes/answering.ts'

type Argument<C> = C extends (argument: infer A) => unknown ? A : never
type Value<C> = C extends (argument: never) => infer V ? Awaited<V> : never

/** A process of `processes/`. */
export interface Started<C extends Commands> {
  /** @throws {Error} the error of the command; or that the process has ended */
  ask<N extends keyof C & string>(command: N, argument?: Argument<C[N]>): Promise<Value<C[N]>>
  end(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Starts a file of `processes/` and waits until it is ready. */
export async function startProcess<C extends Commands>(
  file: string,
  env: Record<string, string> = {},
): Promise<Started<C>> {
  const child = fork(fileURLToPath(new URL(`processes/${file}`, import.meta.url)), {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.add(child)
  const waiting = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const giveUp = (error: string) => {
    for (const [id, settle] of waiting) settle({ id, error })
  }
  child.once('exit', (code, signal) => {
    running.delete(child)
    giveUp(`${file} has ended (${signal ?? code}).`)
  })
  const answerTo = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ value, error }) => (error === undefined ? resolve(value) : reject(new Error(error))))
    })
  await answerTo(0)
  let asked = 0
  return {
    ask(command, argument) {
      const question: Question = { id: ++asked, command, argument }
      const answer = answerTo(question.id)
      child.send(question, (error) => error && giveUp(`${file} cannot be asked: ${error.message}`))
      return answer as Promise<never>
    },
    // It has state only in memory, and a busy process may not react to another signal.
    end: () => endChild(child),
  }
}

/** Ends all that still run. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((child) => endChild(child)))
}
