// The built command line, run as a person runs it: `node dist/cli/main.js verify …`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/free-port.ts'
import type { Mutant } from './mutants.ts'
import { mutate, type ServerName, servers } from './servers.ts'

const program = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The result of a run. */
export interface RunResult {
  readonly exitCode: number | null
  readonly output: string
  readonly errors: string
}

/** A run in progress. */
export interface RunningVerify {
  readonly child: ChildProcess
  /** The output so far. */
  output(): string
  errors(): string
  readonly ended: Promise<RunResult>
}

/** Starts `verify` with these arguments. */
export function startVerify(
  args: readonly string[],
  cwd = root,
  env: Readonly<Record<string, string>> = {},
): RunningVerify {
  const child = spawn(process.execPath, [program, 'verify', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, output, errors }) as RunResult)
  return { child, output: () => output, errors: () => errors, ended }
}

/** A server in its own folder, with the arguments for verify. */
export interface Stand {
  readonly folder: string
  readonly port: number
  readonly sandboxPort: number
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  clean(): void
}

/** Puts a server into a folder, with its own ports. */
export async function createStand(name: ServerName, timeoutSeconds: number, mutant?: Mutant): Promise<Stand> {
  const folder = mkdtempSync(join(tmpdir(), `payin-${name}-`))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const { command, env, hasPaidUrl, hasChanges } = servers[name](folder)
  if (mutant) mutate(folder, mutant)
  const origin = `http://127.0.0.1:${port}`
  return {
    folder,
    port,
    sandboxPort,
    env,
    args: [
      ...[`${origin}/checkout`, '--order', 'A-{n}', '--start', command],
      ...['--sandbox', `http://127.0.0.1:${sandboxPort}`, '--timeout', String(timeoutSeconds)],
      ...(hasChanges ? ['--change-order', 'printf %s "$CHANGE" > "change-$ORDER"'] : []),
      ...(hasPaidUrl ? ['--paid-url', `${origin}/orders/{order}/paid`] : []),
    ],
    clean: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The promises of `--json` by verdict. @throws {Error} with the error output, if there is no result */
export function verdictsIn({ output, errors }: RunResult): Readonly<Record<string, readonly string[]>> {
  if (output === '') throw new Error(errors)
  const byVerdict: Record<string, string[]> = {}
  for (const { id, verdict } of JSON.parse(output).promises as { id: string; verdict: string }[])
    byVerdict[verdict] = [...(byVerdict[verdict] ?? []), id]
  return byVerdict
}

interface RunOptions {
  readonly mutant?: Mutant
  readonly more?: readonly string[]
  /** Further variables of the server. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs verify against a server to its end, and cleans up. */
export async function runVerify(
  name: ServerName,
  timeoutSeconds: number,
  { mutant, more = [], env = {} }: RunOptions = {},
): Promise<RunResult> {
  const stand = await createStand(name, timeoutSeconds, mutant)
  try {
    return await startVerify([...stand.args, '--json', ...more], stand.folder, { ...stand.env, ...env }).ended
  } finally {
    stand.clean()
  }
}
