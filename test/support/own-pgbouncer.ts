// A PgBouncer in transaction mode in front of a Postgres, for one test: each transaction may get another connection, and no
// setting of a connection is kept.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from './child.ts'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/pgbouncer'

/** The reason why no PgBouncer can be started here, or `null`. */
export const whyNoPgbouncer = existsSync(program) ? null : `There is no ${program}: install pgbouncer.`

export interface OwnPgbouncer {
  readonly url: string
  dispose(): Promise<void>
}

/** Starts one in front of the Postgres at this address. @param settings lines of its `pgbouncer.ini` */
export async function startOwnPgbouncer(
  postgresUrl: string,
  settings: readonly string[] = [],
): Promise<OwnPgbouncer> {
  const { hostname, port: postgresPort, username, pathname } = new URL(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'payin-pgbouncer-'))
  const port = await freePort()
  const ini = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${username}" ""\n`)
  await writeFile(
    ini,
    `[databases]
* = host=${hostname} port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
${settings.join('\n')}
`,
  )
  const bouncer = startChild(program, [ini], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(await unprivilegedUser(folder)),
  })
  await bouncer.printed('process up')
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async dispose() {
      await bouncer.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root; then it runs as Postgres' user. */
async function unprivilegedUser(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (what: string) => Number((await promisify(execFile)('id', [what, 'postgres'])).stdout)
  const who = { uid: await idOf('-u'), gid: await idOf('-g') }
  await chown(folder, who.uid, who.gid)
  return who
}
