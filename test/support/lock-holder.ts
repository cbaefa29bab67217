// A process of its own that takes a directory for the embedded database, as a server does, and holds it until it is told.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const lock = new URL('../../src/merchant/store/directory-lock.ts', import.meta.url).href
const program = `
  import { lockDirectory } from ${JSON.stringify(lock)}
  try {
    lockDirectory(process.argv[1])
    console.log('holds it')
  } catch (error) {
    console.log(error.name + ': ' + error.message)
    process.exit(1)
  }
  // Ends with the test that started it, however that ends.
  process.stdin.on('end', () => process.exit(0)).resume()
`

/** Runs a program in a PID namespace of its own, where it has the process id 1: as in a container. */
const namespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const asUser = ['unshare', '--user', '--map-root-user', ...namespace.slice(1)]
const works = ([command = '', ...args]: readonly string[]) =>
  spawnSync(command, [...args, 'true']).status === 0

/** What to put before a command to run it in a PID namespace of its own; `null` where this machine makes none. */
export const inOwnPidNamespace: readonly string[] | null =
  [namespace, asUser].find((prefix) => works(prefix)) ?? null

/** For the titles of tests that need one. */
export const unlessNoNamespace = inOwnPidNamespace ? '' : ' (skipped: this machine makes no PID namespace)'

export interface LockHolder {
  /** What it said: that it holds the directory, or why not. */
  readonly message: string
  /** Its process id out here; that of `unshare` where it runs in a namespace. */
  readonly pid: number
  signal(signal: NodeJS.Signals): void
  /** Ends it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>
}

export interface LockHolderOptions {
  readonly before?: readonly string[]
  readonly env?: Record<string, string>
  readonly uid?: number
}

/** Starts a process that takes the directory, and waits until it has it or was refused. Who asks kills it. */
export async function startLockHolder(directory: string, place: LockHolderOptions = {}): Promise<LockHolder> {
  const node = [
    process.execPath,
    '--import',
    import.meta.resolve('tsx'),
    '--input-type=module',
    '-e',
    program,
  ]
  const [command = '', ...args] = [...(place.before ?? []), ...node, directory]
  const env = place.env ?? { PATH: process.env.PATH ?? '' }
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
    ...(place.uid !== undefined && { uid: place.uid }),
  })
  const said = await firstLine(child)
  return {
    message: said,
    pid: child.pid ?? 0,
    signal: (signal) => child.kill(signal),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no output.')
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('The process ended without a word.')
}
