// The built command line, run as a person runs it: `node dist/cli/main.js verify …`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptPort } from './reserved-port.ts'
import type { Mutant } from './mutants.ts'
import { mutate, type ServerName, servers } from './servers.ts'

const program = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** How a run ended. */
export interface Ended {
  readonly exitCode: number | null
  readonly written: string
  readonly complained: string
}

/** A run that has begun. */
export interface Running {
  readonly child: ChildProcess
  /** All that it has written so far. */
  written(): string
  complained(): string
  readonly ended: Promise<Ended>
}

/** Begins `verify` with these arguments. */
export function begin(
  args: readonly string[],
  cwd = root,
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [program, 'verify', ...args], {
    cwd,
    // Where CI or FORCE_COLOR is set, the lines that a test looks for would be cut by colours.
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  let complained = ''
  child.stdout.on('data', (chunk) => (written += chunk))
  child.stderr.on('data', (chunk) => (complained += chunk))
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, written, complained }) as Ended)
  return { child, written: () => written, complained: () => complained, ended }
}

/** A server in a folder of its own, and what verify is told of it. */
export interface Stand {
  readonly folder: string
  readonly port: number
  readonly sandboxPort: number
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  clean(): void
}

/** Puts a server into a folder, on ports of its own. */
export async function standOf(name: ServerName, patienceSeconds: number, mutant?: Mutant): Promise<Stand> {
  const folder = mkdtempSync(join(tmpdir(), `payin-${name}-`))
  const [port, sandboxPort] = [await keptPort(), await keptPort()]
  const { command, env, saysWhatIsPaid } = servers[name](folder)
  if (mutant) mutate(folder, mutant)
  const origin = `http://127.0.0.1:${port}`
  return {
    folder,
    port,
    sandboxPort,
    env,
    args: [
      ...[`${origin}/checkout`, '--order', 'A-{n}', '--start', command],
      ...['--sandbox', `http://127.0.0.1:${sandboxPort}`, '--patience', String(patienceSeconds)],
      ...(saysWhatIsPaid ? ['--paid-url', `${origin}/orders/{order}/paid`] : []),
    ],
    clean: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The promises of `--json`, by what became of them. @throws {Error} with what verify complained of, where it told nothing */
export function verdictsIn({ written, complained }: Ended): Readonly<Record<string, readonly string[]>> {
  if (written === '') throw new Error(complained)
  const byVerdict: Record<string, string[]> = {}
  for (const { id, verdict } of JSON.parse(written).promises as { id: string; verdict: string }[])
    byVerdict[verdict] = [...(byVerdict[verdict] ?? []), id]
  return byVerdict
}

/** Holds a server to its promises, and ends everything. */
export async function verified(
  name: ServerName,
  patienceSeconds: number,
  { mutant, more = [] }: { mutant?: Mutant; more?: readonly string[] } = {},
): Promise<Ended> {
  const stand = await standOf(name, patienceSeconds, mutant)
  try {
    return await begin([...stand.args, '--json', ...more], stand.folder, stand.env).ended
  } finally {
    stand.clean()
  }
}
