// A separate process that locks a directory for the embedded database, as a server does, until it is killed.
import { spawnSync } from 'node:child_process'
import { startChild } from './child.ts'

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
  // Ends when the test that started it ends, even after a crash.
  process.stdin.on('end', () => process.exit(0)).resume()
`

/** Runs a program in a new PID namespace, where it has the process id 1, as in a container. */
const namespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const asUser = ['unshare', '--user', '--map-root-user', ...namespace.slice(1)]
const works = ([command = '', ...args]: readonly string[]) =>
  spawnSync(command, [...args, 'true']).status === 0

/** The prefix of a command that runs it in a new PID namespace; `null` where this machine allows none. */
export const inOwnPidNamespace: readonly string[] | null =
  [namespace, asUser].find((prefix) => works(prefix)) ?? null

/** For the titles of tests that need a namespace. */
export const unlessNoNamespace = inOwnPidNamespace ? '' : ' (skipped: this machine makes no PID namespace)'

export interface LockHolder {
  /** Its output: that it holds the lock, or why not. */
  readonly message: string
  /** Its process id outside of the namespace; with a namespace, the one of `unshare`. */
  readonly pid: number
  signal(signal: NodeJS.Signals): void
  /** Ends it with SIGKILL and waits until it is gone. */
  kill(): Promise<unknown>
}

export interface LockHolderOptions {
  readonly before?: readonly string[]
  readonly env?: Record<string, string>
  readonly uid?: number
}

/** Starts a process that locks the directory, and waits until it has the lock or was refused. The caller kills it. */
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
  const child = startChild(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
    ...(place.uid !== undefined && { uid: place.uid }),
  })
  await child.printed('\n')
  return {
    message: child.output().split('\n')[0] ?? '',
    pid: child.process.pid ?? 0,
    signal: (signal) => child.process.kill(signal),
    kill: () => child.end(),
  }
}
