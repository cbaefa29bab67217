// Runs a scenario file: reads it, resolves references, and runs its steps.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, exitCodes } from '../command.ts'
import type { SandboxClient } from '../sandbox-client/client.ts'
import type { Terminal } from '../terminal.ts'
import { ExpectationFailed } from './expectations.ts'
import { type PlannedStep, readScenario } from './read-scenario.ts'
import { resolveReferences } from './references.ts'
import type { Step } from './schema.ts'
import { readStep, type StepAction, type Time } from './steps.ts'

export interface ScenarioOptions {
  /** Called once, after the file was read without mistakes. */
  connect(): Promise<SandboxClient>
  readonly terminal: Terminal
  /** Whether to print one line of JSON for each step. */
  readonly json: boolean
  end(exitCode: number): void
  /** Default: the real time. */
  readonly time?: Time
}

/** @throws {CommandError} if the file cannot be read, has mistakes, or a step cannot be done */
export async function runScenarioFile(file: string, options: ScenarioOptions): Promise<void> {
  if (file === '') throw new CommandError('scenario takes a file, such as: trigger scenario refund.yaml.')
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}). Give the path of a scenario file.`)
  })
  await runScenario(source, file, options)
}

/**
 * Runs the steps in order. Stops at the first step whose expectation fails.
 * @param file the file name for messages
 */
export async function runScenario(source: string, file: string, options: ScenarioOptions): Promise<void> {
  const { terminal, json, end } = options
  const steps = readScenario(source, file)
  const client = await options.connect()
  const results = new Map<string, unknown>()
  const time = options.time ?? realTime(terminal.ended)
  for (const [at, planned] of steps.entries()) {
    const place = `${file}:${planned.line}: step ${at + 1} (${planned.verb})`
    try {
      const done = await actionOf(planned, results)(client, time)
      if (planned.step.as !== undefined) results.set(planned.step.as, done.value)
      if (json) terminal.writeJson({ ...headOf(planned, at), result: done.value })
      else for (const line of linesOf(at, done.lines)) terminal.write(line)
    } catch (error) {
      if (error instanceof CommandError) {
        const [first, ...more] = error.lines
        throw new CommandError(`${place}: ${first}`, ...more)
      }
      if (!(error instanceof ExpectationFailed)) throw error
      if (json) terminal.writeJson({ ...headOf(planned, at), unmet: error.message })
      terminal.writeError(`${place}: ${error.message}`)
      return end(exitCodes.found)
    }
  }
  if (!json) terminal.write(`${steps.length === 1 ? 'The step has' : `All ${steps.length} steps have`} run.`)
}

function actionOf({ step }: PlannedStep, results: ReadonlyMap<string, unknown>): StepAction {
  const { as, ...rest } = step
  const checked = readStep(resolved(rest, results) as Step)
  if (checked.ok) return checked.value
  throw new CommandError(...checked.mistakes.map(({ path, sentence }) => `${path.join('.')} ${sentence}`))
}

/** A copy of the value with all references replaced. */
function resolved(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return resolveReferences(value, results)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, results)]))
}

const headOf = ({ line, verb, step }: PlannedStep, at: number) => ({
  step: at + 1,
  line,
  does: verb,
  ...(step.as !== undefined && { as: step.as }),
})

function linesOf(at: number, lines: readonly string[]): string[] {
  const number = String(at + 1).padStart(2)
  return lines.map((line, index) => `${index === 0 ? number : '  '}  ${line}`)
}

const realTime = (ended: AbortSignal): Time => ({
  now: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { signal: ended }),
})
