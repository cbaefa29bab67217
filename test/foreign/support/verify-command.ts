// The built command line, run as a person runs it: `node dist/cli/main.js verify …`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, type Ended, startChild } from '../../support/child.ts'
import { freePort } from '../../support/free-port.ts'
import type { Mutant } from './mutants.ts'
import { mutate, type ServerName, servers } from './servers.ts'

const program = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts `verify` with these arguments. */
export const startVerify = (
  args: readonly string[],
  cwd = root,
  env: Readonly<Record<string, string>> = {},
): Child =>
  startChild(process.execPath, [program, 'verify', ...args], { cwd, env: { ...process.env, ...env } })

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
  const { command, env, hasPaidUrl, changeOrder } = servers[name](folder)
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
      ...(changeOrder === undefined ? [] : ['--change-order', changeOrder]),
      ...(hasPaidUrl ? ['--paid-url', `${origin}/orders/{order}/paid`] : []),
    ],
    clean: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The promises of `--json` by verdict. @throws {Error} with the error output, if there is no result */
export function verdictsIn({ out, err }: Ended): Readonly<Record<string, readonly string[]>> {
  if (out === '') throw new Error(err)
  const byVerdict: Record<string, string[]> = {}
  for (const { id, verdict } of JSON.parse(out).promises as { id: string; verdict: string }[])
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
): Promise<Ended> {
  const stand = await createStand(name, timeoutSeconds, mutant)
  try {
    return await startVerify([...stand.args, '--json', ...more], stand.folder, { ...stand.env, ...env }).ended
  } finally {
    stand.clean()
  }
}
