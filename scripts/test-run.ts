// Runs the parts of `npm test` and adds their counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Timed, timeText } from './test-times.ts'

export interface Counted {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Titles and files of the failures. */
  readonly failures: readonly string[]
  /** The same of tests that failed once and passed at the second try. */
  readonly unsteady?: readonly string[]
}

/** A program that is a part of the run. */
export interface Part {
  readonly title: string
  readonly command: string
  readonly args: readonly string[]
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Reads the program's report. Without it the program counts as one test. */
  readonly count?: () => Counted
}

interface Ended {
  readonly ok: boolean
  /** Empty when it was printed as it came. */
  readonly output: string
  readonly seconds: number
}

/** Runs a program to its end. @param isAside its output is collected and not printed */
export async function runProgram(
  { command, args, env }: Omit<Part, 'title'>,
  isAside: boolean,
): Promise<Ended> {
  const start = performance.now()
  const child = spawn(command, args, {
    stdio: isAside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const [exitCode] = await once(child, 'close')
  return { ok: exitCode === 0, output: output.trimEnd(), seconds: (performance.now() - start) / 1_000 }
}

export class TestRun {
  passed = 0
  failed = 0
  skipped = 0
  readonly failures: string[] = []
  readonly unsteady: string[] = []
  /** The duration of each part, in the order of their ends. */
  readonly took: Timed[] = []

  /**
   * Runs a part and adds its counts.
   * @param isAside while other parts run: its output is printed in one piece at its end
   */
  async run(part: Part, isAside = false): Promise<void> {
    const { title } = part
    if (!isAside) console.log(`\n── ${title}`)
    const { ok, output, seconds } = await runProgram(part, isAside)
    this.took.push({ title, seconds })
    if (isAside) console.log(`\n── ${title}\n${output}`)
    console.log(`── ${title}: ${timeText(seconds)}`)
    this.#add(part, ok)
  }

  /** Counts one failure that is not a test. */
  fail(what: string): void {
    this.failed++
    this.failures.push(what)
  }

  #add({ title, count }: Part, ok: boolean): void {
    if (!count) {
      if (ok) this.passed++
      else this.fail(title)
      return
    }
    let counted: Counted = { passed: 0, failed: 0, skipped: 0, failures: [] }
    try {
      counted = count()
    } catch (error) {
      console.error(`No report of ${title}: ${error instanceof Error ? error.message : String(error)}`)
    }
    this.passed += counted.passed
    this.failed += counted.failed
    this.skipped += counted.skipped
    this.failures.push(...counted.failures)
    this.unsteady.push(...(counted.unsteady ?? []))
    if (!ok && counted.failed === 0) this.fail(`${title}: the runner failed, and no test of it`)
    if (ok && counted.passed === 0) this.fail(`${title}: no test ran`)
  }
}
