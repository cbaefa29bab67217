// A Postgres that belongs to one test: it may be stopped in the middle of everything, which a shared one may not.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../journeys/support/process.ts'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'

/** Why no Postgres can be started here; `null` when one can. */
export const whyNoPostgres = findPrograms()
  ? null
  : `There is no ${installed}/*/bin/initdb: install Postgres to see what its restart does.`

export interface OwnPostgres {
  /** For `DATABASE_URL`; the same after every start. */
  readonly url: string
  /** Starts it again and waits until it can be asked. */
  start(): Promise<void>
  /** Stops it as a crash would: every connection breaks, nothing is finished, the next start recovers. */
  stopImmediately(): Promise<void>
  /**
   * Asks it to shut down and waits until it has ended. `fast` ends every connection; `smart` waits for all clients to
   * leave and refuses new ones meanwhile.
   */
  shutDown(mode: 'smart' | 'fast'): Promise<void>
  /** `kill -9` of one backend: Postgres then ends all other connections too and recovers. */
  killBackend(pid: number): void
  /** Stops all of its processes where they are: connections stay open, and nothing is answered. */
  freeze(): void
  /** Lets them go on. */
  thaw(): void
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

/**
 * Makes an empty database in a folder of its own, on a free port, and starts it.
 * @param isDurable whether a commit waits for the disk, as with real money
 */
export async function startOwnPostgres({ isDurable = false } = {}): Promise<OwnPostgres> {
  const programs = findPrograms()
  if (programs === null) throw new Error(whyNoPostgres ?? '')
  const user = await unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'payin-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const place = { cwd: folder, env: { PATH: process.env.PATH ?? '' }, ...user }
  const database = join(folder, 'database')
  const choices = ['--no-sync', '--no-locale', '--encoding=UTF8', '--auth=trust', '--username=postgres']
  await run(join(programs, 'initdb'), ['-D', database, ...choices], place)
  const port = await freePort()
  // Without fsync a power cut loses rows. The end of the process does not, and nothing else happens here.
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${isDurable ? 'on' : 'off'}`,
  ]
  const args = ['-D', database, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    server = spawn(join(programs ?? '', 'postgres'), args, { ...place, stdio: ['ignore', 'ignore', 'pipe'] })
    await isReady(server)
  }

  /** @param signal Postgres' names: SIGTERM is "smart", SIGINT is "fast", SIGQUIT is "immediate" */
  async function stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  /** Sends a signal to the server and to every process that it has started; each of those is a group of its own. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = server?.pid
    if (pid === undefined) return
    // First the server itself: stopped, it starts no further process that would be missed.
    process.kill(pid, signal)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.trim().split(/\s+/).filter(Boolean)) {
      try {
        process.kill(Number(child), signal)
      } catch {
        // It has ended since the list was read.
      }
    }
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stopImmediately: () => stop('SIGQUIT'),
    shutDown: (mode) => stop(mode === 'smart' ? 'SIGTERM' : 'SIGINT'),
    killBackend: (pid) => process.kill(pid, 'SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async dispose() {
      if (server?.exitCode === null && server.signalCode === null) signalAll('SIGCONT')
      await stop('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of the newest programs, or `null`. */
function findPrograms(): string | null {
  if (!existsSync(installed)) return null
  const versions = readdirSync(installed).sort((a, b) => Number(b) - Number(a))
  const folders = versions.map((version) => join(installed, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Postgres refuses to run as root, so it runs as its own user then. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (what: string) => Number((await run('id', [what, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Resolves when it says so. @throws when it ends instead, with all its output */
function isReady(server: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    server.stderr?.on('data', (chunk) => {
      output += chunk
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`Postgres ended:\n${output}`)))
  })
}
