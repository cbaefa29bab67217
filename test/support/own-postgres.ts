// A Postgres for one test, which the test may stop at any time, unlike a shared one.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Child, hasEnded, startChild } from './child.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'

/** The reason why no Postgres can be started here, or `null`. */
export const whyNoPostgres = findPrograms()
  ? null
  : `There is no ${installed}/*/bin/initdb: install Postgres to see what its restart does.`

export interface OwnPostgres {
  /** For `DATABASE_URL`; the same after every start. */
  readonly url: string
  /** Starts it again and waits until it accepts connections. */
  start(): Promise<void>
  /** Stops it like a crash: every connection breaks, nothing is finished, and the next start recovers. */
  stopImmediately(): Promise<void>
  /**
   * Shuts it down and waits until it has ended. `fast` ends every connection; `smart` waits for all clients to
   * disconnect and refuses new ones meanwhile.
   */
  shutDown(mode: 'smart' | 'fast'): Promise<void>
  /** `kill -9` of one backend: Postgres then ends all other connections too and recovers. */
  killBackend(pid: number): void
  /** Freezes all of its processes: connections stay open without answers. */
  freeze(): void
  /** Continues them. */
  thaw(): void
  /**
   * Copies it as a standby that follows no further: what is written after this is lost in a failover.
   * @returns how the standby takes over at the same address, after this one has crashed
   */
  copyAsStandby(): Promise<() => Promise<void>>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

/**
 * Creates an empty database in a new folder, on a free port, and starts it.
 * @param isDurable whether a commit waits for the disk, as in production
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
  // Without fsync only a power cut loses rows; tests end only the process.
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${isDurable ? 'on' : 'off'}`,
  ]
  const argsOf = (place: string) => [
    '-D',
    place,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  let server: Child | undefined
  let used = database

  async function start(): Promise<void> {
    server = startChild(join(programs ?? '', 'postgres'), argsOf(used), place)
    await server.printed(/ready to accept (read-only )?connections/)
  }

  async function copyAsStandby(): Promise<() => Promise<void>> {
    const standby = join(folder, 'standby')
    const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-c', 'fast']
    await run(join(programs ?? '', 'pg_basebackup'), ['-D', standby, ...from], place)
    await run('touch', [join(standby, 'standby.signal')], place)
    return async () => {
      await stop('SIGQUIT')
      used = standby
      await start()
      await run(join(programs ?? '', 'pg_ctl'), ['-D', standby, '-w', 'promote'], place)
    }
  }

  /** @param signal Postgres' names: SIGTERM is "smart", SIGINT is "fast", SIGQUIT is "immediate" */
  async function stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): Promise<void> {
    await server?.end(signal)
  }

  /** Sends a signal to the server and to every process that it has started; each of them has its own process group. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = server?.process.pid
    if (pid === undefined) return
    // Signal the server first: once stopped, it starts no further process that we would miss.
    process.kill(pid, signal)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.trim().split(/\s+/).filter(Boolean)) {
      try {
        process.kill(Number(child), signal)
      } catch {
        // The process has ended since the list was read.
      }
    }
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    copyAsStandby,
    stopImmediately: () => stop('SIGQUIT'),
    shutDown: (mode) => stop(mode === 'smart' ? 'SIGTERM' : 'SIGINT'),
    killBackend: (pid) => process.kill(pid, 'SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async dispose() {
      if (server && !hasEnded(server.process)) signalAll('SIGCONT')
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

/** Postgres refuses to run as root; then it runs as its own user. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (what: string) => Number((await run('id', [what, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}
